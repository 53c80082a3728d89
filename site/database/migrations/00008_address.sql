-- +goose Up
ALTER TABLE version ADD COLUMN address TEXT NOT NULL DEFAULT ''; -- of a repository or an image that was handed in in place of a file; its hash is empty until it has been fetched
