<?php
// Tracker edge 1.2.0-5
define('TRACKER_EDGE', true);
require __DIR__ . '/_tracker_common.php';
tracker_forward('bootstrap.php', '1.2.0-5');
