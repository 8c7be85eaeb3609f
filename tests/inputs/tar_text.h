// Makes tar archives, block by block, to be read by the code under test.
#pragma once

#include <cstdio>
#include <string>

namespace awe::test {

// Puts the right checksum into a header.
inline void sign_tar(std::string& block) {
  block.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : block) sum += static_cast<unsigned char>(c);
  char octal[8];
  std::snprintf(octal, sizeof octal, "%06o", sum);
  block.replace(148, 7, std::string(octal, 7));
}

// A header of ustar with a right checksum; `magic` is what stands at byte 257.
inline std::string tar_header(const std::string& name, std::size_t size, char type = '0',
                              const std::string& magic = std::string("ustar\0"
                                                                     "00",
                                                                     8)) {
  std::string block(512, '\0');
  block.replace(0, name.size(), name);
  block.replace(100, 7, "0000644");
  char octal[13];
  std::snprintf(octal, sizeof octal, "%011zo", size);
  block.replace(124, 11, octal);
  block[156] = type;
  block.replace(257, magic.size(), magic);
  sign_tar(block);
  return block;
}

inline std::string tar_padded(std::string content) {
  content.resize((content.size() + 511) / 512 * 512, '\0');
  return content;
}

inline std::string tar_member(const std::string& name, const std::string& content, char type = '0') {
  return tar_header(name, content.size(), type) + tar_padded(content);
}

inline std::string tar_end() { return std::string(1024, '\0'); }

}  // namespace awe::test
