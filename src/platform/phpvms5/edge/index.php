<?php
// Tracker edge 1.2.0-5
// The platform's live map is a page named acars; this folder must not take its place.
$tracker_query = isset($_SERVER['QUERY_STRING']) && $_SERVER['QUERY_STRING'] !== '' ? '?' . $_SERVER['QUERY_STRING'] : '';
header('Location: ../index.php/acars' . preg_replace('/[^\x21-\x7e]/', '', $tracker_query), true, 302);
