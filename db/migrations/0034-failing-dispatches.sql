-- Since when a notification could not be told, try after try; due_at says when the next one is.
alter table alert_dispatches add column failing_since timestamptz;
