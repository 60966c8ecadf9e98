#include "yomi/agent/engine.h"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>

namespace yomi::agent {
namespace {

// A search without an end worth waiting for is stopped in mid-thought; what waits behind it is answered.
TEST(EngineThreads, StopIsHeardWhileItThinks) {
  std::mutex mutex;
  std::vector<std::string> answers;
  const auto start = std::chrono::steady_clock::now();
  {
    Engine engine({.threads = 2}, [&](const std::string& line) {
      const std::lock_guard lock(mutex);
      answers.push_back(line);
    });
    engine.ask(R"({"do":"deal","condition":"tricks(north, notrump) >= 14","count":10,"id":1})");
    engine.ask(R"({"do":"version","id":2})");
    engine.ask(
        R"({"do":"play","hand":"AKQ2.432.AK2.432","auction":"1NT Pass Pass Pass","dealer":"N","seat":"E","deals":1000000,"id":4})");
    engine.ask(R"({"do":"stop","id":3})");
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 60);
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_NE(answers[0].find("\"stopped\":true"), std::string::npos) << answers[0];
  EXPECT_NE(answers[0].find("\"id\":1"), std::string::npos);
  EXPECT_NE(answers[2].find("\"id\":4"), std::string::npos) << answers[2];
  EXPECT_NE(answers[3].find("\"id\":3"), std::string::npos);
}

}  // namespace
}  // namespace yomi::agent
