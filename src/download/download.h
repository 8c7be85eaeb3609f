// Downloads one file, which is then complete or absent (implemented with libcurl).
//
// Bytes are collected in `path.part`, which is kept if a transfer breaks off: the next call requests only the rest, or
// starts again if the server does not support this. The file is moved into place after `accept` has checked it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "awe/run_options.h"

namespace awe::download {

struct DownloadOptions {
  std::string url;
  std::string path;
  bool force = false;      // replace an existing file
  bool only_https = true;  // false: http and file are allowed too
  std::uint64_t max_bytes = std::uint64_t{4} << 30;
  int max_redirects = 5;
  int connect_seconds = 30;  // limit for establishing the connection
  int stall_seconds = 60;    // time without data after which the transfer fails
  // Checks the finished part file and throws Error to refuse it; a refused file is removed.
  std::function<void(const std::string& part_path)> accept;
};

struct DownloadResult {
  std::uint64_t bytes = 0;    // size of the file
  std::uint64_t resumed = 0;  // of these, present from an earlier call
};

// Throws Error: io if the transfer fails (the part file is kept), limit beyond max_bytes, usage if the path exists or
// the scheme is not allowed, locked while another process downloads to the path. Progress counts bytes.
DownloadResult download(const DownloadOptions& options, const Progress& progress = {});

}  // namespace awe::download
