// report_page of awe/evaluation.h.
#include <utility>

#include "awe/evaluation.h"
#include "page/collection.h"
#include "page/page_data.h"
#include "page/page_text.h"

namespace awe {

std::string report_page(evaluation::GraphSet set, const ReportOptions& options) {
  const page::CollectionReport report = page::report_on(std::move(set), options);
  return page::page_html(options.title, page::sentence(report), page::data_json(report, options));
}

std::string report_page(std::span<const Graph> graphs, const ReportOptions& options) {
  return report_page(evaluation::read_graph_set(*source_of_borrowed(graphs)), options);
}

}  // namespace awe
