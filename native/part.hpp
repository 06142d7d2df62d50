// Parts of a search, which other processes can take over.
//
// The search is a tree of graphs.  What leads from a graph to the next ones is a function of the graph, of the model and of how
// threads are numbered; so the numbers of the branches say which graph is meant, wherever that is.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace heddle {

struct Part {
    std::vector<uint32_t> path;      // the branches that lead there from the first graph
    double weight = 1;               // the share of the search that it is taken for
};

// The k-th thread that a thread creates, for threads 1, 2, 3 …: as they were found.
using Children = std::vector<std::pair<int, uint32_t>>;

} // namespace heddle
