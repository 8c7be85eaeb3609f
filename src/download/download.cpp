#include "download/download.h"

#include <curl/curl.h>

#include <memory>
#include <optional>
#include <string_view>

#include "awe/error.h"
#include "base/number.h"
#include "download/part_file.h"
#include "outputs/output_path.h"

namespace awe::download {
namespace {

enum class Stop { none, asked, too_large, disk, wrong_range };

struct Transfer {
  const DownloadOptions& options;
  const Progress& progress;
  PartFile& part;
  CURL* curl;
  std::uint64_t asked_from = 0;  // the Range of the request
  std::uint64_t told_from = 0;   // the Content-Range of the response
  std::uint64_t told_total = 0;
  bool begun = false;
  Stop stop = Stop::none;
};

// "Content-Range: bytes FIRST-LAST/TOTAL", or "bytes */TOTAL" if the range is refused.
std::size_t on_header(char* bytes, std::size_t, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  std::string line(bytes, count);
  for (char& c : line) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  constexpr std::string_view kName = "content-range:";
  if (!line.starts_with(kName)) return count;
  std::string_view value = std::string_view(line).substr(kName.size());
  while (!value.empty() && (value.back() == '\n' || value.back() == '\r')) value.remove_suffix(1);
  value = base::trim(value);
  if (!value.starts_with("bytes ")) return count;
  value = base::trim(value.substr(6));
  transfer.told_from = base::parse_unsigned(value.substr(0, value.find('-'))).value_or(0);
  const std::size_t slash = value.find('/');
  if (slash != std::string_view::npos) transfer.told_total = base::parse_unsigned(value.substr(slash + 1)).value_or(0);
  return count;
}

std::size_t on_bytes(char* bytes, std::size_t, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  if (!transfer.begun && transfer.asked_from > 0) {
    long status = 0;
    curl_easy_getinfo(transfer.curl, CURLINFO_RESPONSE_CODE, &status);
    if (status != 206) {
      transfer.part.clear();  // the server sends the whole file
      transfer.asked_from = 0;
    } else if (transfer.told_from != transfer.asked_from) {
      transfer.stop = Stop::wrong_range;
      return 0;
    }
  }
  transfer.begun = true;
  if (transfer.part.size() + count > transfer.options.max_bytes) {
    transfer.stop = Stop::too_large;
    return 0;
  }
  if (!transfer.part.append(bytes, count)) {
    transfer.stop = Stop::disk;
    return 0;
  }
  return count;
}

int on_progress(void* user, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) {
  auto& transfer = *static_cast<Transfer*>(user);
  if (transfer.progress.stop_requested && transfer.progress.stop_requested()) {
    transfer.stop = Stop::asked;
    return 1;
  }
  if (transfer.progress.report) {
    const auto whole = total > 0 ? static_cast<std::uint64_t>(total) + transfer.asked_from : 0;
    transfer.progress.report(transfer.part.size(), whole);
  }
  return 0;
}

template <class Value>
void set(CURL* curl, CURLoption option, Value value) {
  if (curl_easy_setopt(curl, option, value) != CURLE_OK) throw Error(ErrorKind::io, "libcurl refuses an option");
}

void configure(CURL* curl, const DownloadOptions& options, Transfer& transfer, char* reason) {
  const char* schemes = options.only_https ? "https" : "https,http,file";
  set(curl, CURLOPT_URL, options.url.c_str());
  set(curl, CURLOPT_PROTOCOLS_STR, schemes);
  set(curl, CURLOPT_REDIR_PROTOCOLS_STR, options.only_https ? "https" : "https,http");
  set(curl, CURLOPT_FOLLOWLOCATION, 1L);
  set(curl, CURLOPT_MAXREDIRS, static_cast<long>(options.max_redirects));
  set(curl, CURLOPT_CONNECTTIMEOUT, static_cast<long>(options.connect_seconds));
  set(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(options.stall_seconds));
  set(curl, CURLOPT_FAILONERROR, 1L);
  set(curl, CURLOPT_NOSIGNAL, 1L);
  set(curl, CURLOPT_USERAGENT, "awe");
  set(curl, CURLOPT_ERRORBUFFER, reason);
  set(curl, CURLOPT_HEADERFUNCTION, &on_header);
  set(curl, CURLOPT_HEADERDATA, static_cast<void*>(&transfer));
  set(curl, CURLOPT_WRITEFUNCTION, &on_bytes);
  set(curl, CURLOPT_WRITEDATA, static_cast<void*>(&transfer));
  set(curl, CURLOPT_NOPROGRESS, 0L);
  set(curl, CURLOPT_XFERINFOFUNCTION, &on_progress);
  set(curl, CURLOPT_XFERINFODATA, static_cast<void*>(&transfer));
}

[[noreturn]] void throw_reason(const Transfer& transfer, CURLcode code, long status, const std::string& reason) {
  const std::string& url = transfer.options.url;
  switch (transfer.stop) {
    case Stop::asked:
      throw Error(ErrorKind::interrupted, url + ": interrupted; the same command continues from here");
    case Stop::too_large:
      throw Error(ErrorKind::limit,
                  url + ": more than " + std::to_string(transfer.options.max_bytes) + " bytes; refused");
    case Stop::disk:
      transfer.part.fail("cannot be written");
    case Stop::wrong_range:
    case Stop::none:
      break;
  }
  if (code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT) {
    const char* allowed = transfer.options.only_https ? "https" : "https, http and file";
    throw Error(ErrorKind::usage, url + ": not an address to download from; allowed are " + allowed);
  }
  if (status >= 400) {
    const std::string advice = status == 404 ? "; no such file there: check the name and the address"
                                             : "; try again later, or fetch the file by other means";
    throw Error(ErrorKind::io, url + ": the server answers " + std::to_string(status) + advice);
  }
  std::string advice = "; check the network and the address";
  if (transfer.part.size() > 0) {
    advice = "; " + std::to_string(transfer.part.size()) + " bytes are kept, the same command fetches the rest";
  }
  throw Error(ErrorKind::io, url + ": " + reason + advice);
}

// One request for the missing bytes. Returns how many bytes of the old part were reused, or nullopt if the server did
// not accept the range; the part is then emptied.
std::optional<std::uint64_t> transfer_rest(const DownloadOptions& options, const Progress& progress, PartFile& part) {
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), &curl_easy_cleanup);
  if (!curl) throw Error(ErrorKind::io, "libcurl cannot be started");
  char reason[CURL_ERROR_SIZE] = "";
  Transfer transfer{
      .options = options, .progress = progress, .part = part, .curl = curl.get(), .asked_from = part.size()};
  configure(curl.get(), options, transfer, reason);
  const std::string range = std::to_string(part.size()) + "-";
  if (part.size() > 0) set(curl.get(), CURLOPT_RANGE, range.c_str());
  const std::uint64_t asked_from = part.size();
  const CURLcode code = curl_easy_perform(curl.get());
  long status = 0;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
  if (code == CURLE_OK) return transfer.asked_from;
  if (status == 416 && asked_from > 0 && transfer.told_total == asked_from) return asked_from;
  if (asked_from > 0 && (status == 416 || transfer.stop == Stop::wrong_range)) {
    part.clear();
    return std::nullopt;
  }
  throw_reason(transfer, code, status, reason[0] != '\0' ? reason : curl_easy_strerror(code));
}

}  // namespace

DownloadResult download(const DownloadOptions& options, const Progress& progress) {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw Error(ErrorKind::io, "libcurl cannot be started");
  outputs::refuse_existing(options.path, options.force);
  const std::string path = outputs::resolve_output(options.path).path;  // a link stays, its target is replaced
  PartFile part(path + ".part");
  // A local file is read quickly, so its part is never resumed.
  if (options.url.starts_with("file:")) part.clear();
  while (true) {
    const auto resumed = transfer_rest(options, progress, part);
    if (!resumed) continue;
    try {
      if (options.accept) options.accept(part.path());
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::interrupted) throw;
      part.clear();
      // The part may belong to another version of the file: only a fresh copy can tell.
      if (*resumed > 0) continue;
      throw;
    }
    part.put_in_place(path);
    return {part.size(), *resumed};
  }
}

}  // namespace awe::download
