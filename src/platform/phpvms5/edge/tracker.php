<?php
// Tracker edge 1.2.0-5
// The server's pages: tracker.php/flights/x, or tracker.php?/flights/x where the web server gives PHP no path behind a script.
define('TRACKER_EDGE', true);
require __DIR__ . '/_tracker_common.php';
require __DIR__ . '/_tracker_pages.php';
tracker_show_page('tracker.php', '1.2.0-5');

/* Forwards a request for one of the server's pages to its path below /tracker/, and prints the response as it arrives. */
function tracker_show_page($script, $version)
{
    @ini_set('display_errors', '0');
    @ini_set('zlib.output_compression', '0');
    while (ob_get_level() > 0) {
        ob_end_clean();
    }
    if ($version !== TRACKER_EDGE_VERSION) {
        tracker_print_sorry('edge-mixed', 'Its files are of different versions: the whole folder has to be uploaded again.');
        return;
    }
    list($base, $target) = tracker_page_place($script);
    $method = preg_replace('/[^A-Z]/', '', strtoupper(tracker_server_text('REQUEST_METHOD')));
    $came = isset($_SERVER['REQUEST_TIME_FLOAT']) ? (float) $_SERVER['REQUEST_TIME_FLOAT'] : microtime(true);
    $page = array(
        'said' => array('base' => $base, 'ms' => max(0, round(1000 * (microtime(true) - $came), 1))),
        'headers' => tracker_pages_headers($_SERVER),
    );
    list($answer, $problem) = tracker_ask($method, $target, tracker_pages_body(), $page);
    if ($problem !== null) {
        tracker_print_sorry($problem[0], $problem[1], isset($problem[2]) ? (int) $problem[2] : 15);
        return;
    }
    header_remove('X-Powered-By');
    foreach (tracker_pages_answered($answer['lines'], $base) as $header) {
        header($header[0] . ': ' . $header[1], strtolower($header[0]) !== 'set-cookie');
    }
    // Last, because some headers make PHP set a status of their own.
    http_response_code($answer['status']);
    tracker_pages_pass($answer['stream']);
}

/* The base at which the visitor sees /tracker, and the server's path with its query. Without a path the query may hold it. */
function tracker_page_place($script)
{
    $sent = explode('?', tracker_server_text('REQUEST_URI'), 2);
    $at = strpos($sent[0], '/' . $script);
    $front = $at === false ? tracker_server_text('SCRIPT_NAME') : substr($sent[0], 0, $at + strlen($script) + 1);
    $front = preg_replace('#/{2,}#', '/', $front);
    $query = tracker_server_text('QUERY_STRING');
    $behind = tracker_path_behind($script);
    if ($behind === '') {
        // These two always give PHP the path behind a script.
        $hasPaths = in_array(PHP_SAPI, array('apache2handler', 'litespeed'), true);
        $inQuery = tracker_pages_query($query);
        $front .= $inQuery === null && $hasPaths ? '' : '?';
        list($behind, $query) = $inQuery === null ? array('/', $query) : $inQuery;
    }
    return array($front, '/tracker' . $behind . ($query === '' ? '' : '?' . $query));
}

function tracker_print_sorry($code, $sentence, $seconds = 15)
{
    if (strpos(tracker_server_text('HTTP_ACCEPT'), 'text/html') === false) {
        tracker_refuse($code, $sentence, $seconds);
        return;
    }
    list($html, $headers) = tracker_pages_sorry($code, $sentence, max(2, $seconds));
    http_response_code(503);
    foreach ($headers as $name => $value) {
        header($name . ': ' . $value);
    }
    echo $html;
}
