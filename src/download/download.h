// One file from the network, whole or absent (libcurl behind it).
//
// Bytes gather in `path.part`, which stays when a transfer breaks off: the next call asks the server for the rest only,
// and begins anew where the server cannot give it. The file is put in place after `accept` has seen it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "awe/run_options.h"

namespace awe::download {

struct DownloadOptions {
  std::string url;
  std::string path;
  bool force = false;      // replace what is at the path
  bool only_https = true;  // otherwise http and file, too
  std::uint64_t max_bytes = std::uint64_t{4} << 30;
  int max_redirects = 5;
  int connect_seconds = 30;  // for the connection to stand
  int stall_seconds = 60;    // without a byte, before the transfer counts as broken
  // Looks at the finished part file and throws Error to refuse it; a refused file is removed.
  std::function<void(const std::string& part_path)> accept;
};

struct DownloadResult {
  std::uint64_t bytes = 0;    // of the file
  std::uint64_t resumed = 0;  // of these, present from an earlier call
};

// Throws Error: io where the transfer fails (the part file stays), limit past max_bytes, usage where the path exists or
// the scheme is not allowed, locked while another process downloads to the path. Progress counts bytes.
DownloadResult download(const DownloadOptions& options, const Progress& progress = {});

}  // namespace awe::download
