//! Games on cells against play without any of this.
