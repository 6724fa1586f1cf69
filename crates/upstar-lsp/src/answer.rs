//! Answers to requests, and errors in their place.
//!
//! Knows: JSON, and the codes of errors. Must not know: what is asked.

use lsp_server::{ErrorCode, ResponseError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::diagnostic::Diagnostic;

/// Answer to a request.
pub(crate) type RequestAnswer = Result<Json, ResponseError>;

/// Error response.
pub(crate) fn refuse(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

/// Response with a result.
pub(crate) fn answer(value: impl Serialize) -> RequestAnswer {
    serde_json::to_value(value).map_err(|error| refuse(ErrorCode::InternalError, error.to_string()))
}

/// The error of a request that a budget has ended.
pub(crate) fn stopped(error: Diagnostic) -> ResponseError {
    refuse(ErrorCode::RequestFailed, error.message)
}

/// The parameters of a request.
pub(crate) fn read<P: DeserializeOwned>(params: Json) -> Result<P, ResponseError> {
    serde_json::from_value(params)
        .map_err(|error| refuse(ErrorCode::InvalidParams, error.to_string()))
}
