<?php
/*
 * Sets a site up by the steps of set-up, as pages do it, and prints what it said and what lies there then. Arguments: the edge's folder, the
 * account's folder, the site as JSON.
 */
define('TRACKER_EDGE', true);
list(, $edge, $home, $site) = $argv;
require $edge . '/_tracker_setup.php';
$site = json_decode($site, true);
$said = tracker_setup_begin($site, array('place' => $home . '/tracker'));
for ($step = null; $said === null && ($step === null || $step['done'] < $step['all']);) {
    $step = tracker_setup_unpack($site, null);
    $said = $step['problem'];
}
$tree = array();
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($home, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::SELF_FIRST) as $path => $file) {
    $tree[substr($path, strlen($home) + 1)] = $file->isDir() ? -1 : $file->getSize();
}
$now = tracker_setup_now($site);
echo json_encode(array('said' => $said, 'step' => $now['step'], 'tree' => $tree)), "\n";
