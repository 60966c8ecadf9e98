// Error replies.
#pragma once

#include "yomi/web/api.h"

namespace yomi::web {

inline Json error_json(const Error& error) {
  return {{"error", error.to_string()}};
}
inline Reply bad_request(const Error& error) {
  return {.status = 400, .body = error_json(error)};
}
inline Reply not_found(const Error& error) {
  return {.status = 404, .body = error_json(error)};
}
// An error that is not the client's fault.
inline Reply trouble(const Error& error) {
  return {.status = 500, .body = error_json(error)};
}

}  // namespace yomi::web
