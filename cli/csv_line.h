// One line of a CSV file, field by field.
#pragma once

#include <string>
#include <string_view>

#include "base/number.h"
#include "bytes/csv_field.h"

namespace awe::cli {

class CsvLine {
 public:
  CsvLine& field(std::string_view text) {
    separate();
    bytes::append_csv_field(line_, text);
    return *this;
  }
  CsvLine& real(double value) {
    separate();
    base::append_real(line_, value);
    return *this;
  }
  // With its line end.
  [[nodiscard]] std::string str() const { return line_ + '\n'; }

 private:
  void separate() {
    if (begun_) line_ += ',';
    begun_ = true;
  }
  std::string line_;
  bool begun_ = false;
};

}  // namespace awe::cli
