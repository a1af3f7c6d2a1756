<?php
// Tracker edge 1.2.0-5
/*
 * Passes calls of tracking clients on to Tracker's server. No tracking is done here and nothing is kept here.
 * PHP 5.6 and up, no extension needed beyond those that PHP always has.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

define('TRACKER_EDGE_VERSION', '1.2.0-5');
define('TRACKER_ANSWER_SECONDS', 30);

/* Forwards the request to the server's path /acars/<script>, with the path behind it, and prints the response. */
function tracker_forward($script, $version, $behind = '')
{
    @ini_set('display_errors', '0');
    @ini_set('zlib.output_compression', '0');
    if ($version !== TRACKER_EDGE_VERSION) {
        tracker_refuse('edge-mixed', $script . ' and _tracker_common.php are of different versions: upload the whole folder again.');
        return;
    }
    $query = tracker_server_text('QUERY_STRING');
    $target = '/acars/' . $script . $behind . ($query === '' ? '' : '?' . $query);
    $method = preg_replace('/[^A-Z]/', '', strtoupper(tracker_server_text('REQUEST_METHOD')));
    list($answer, $problem) = tracker_ask($method, $target, (string) file_get_contents('php://input'));
    if ($problem !== null) {
        tracker_refuse($problem[0], $problem[1], isset($problem[2]) ? $problem[2] : 30);
        return;
    }
    tracker_print($answer);
}

/* What stands behind a script in the address: /data/airports. As it was sent, or (where that was rewritten) as PHP has it. */
function tracker_path_behind($script)
{
    $sent = explode('?', tracker_server_text('REQUEST_URI'), 2);
    $at = strpos($sent[0], '/' . $script);
    if ($at !== false) {
        return substr($sent[0], $at + strlen($script) + 1);
    }
    return implode('/', array_map('rawurlencode', explode('/', tracker_server_text('PATH_INFO'))));
}

/*
 * The head of a request as bytes. With HTTP 1.0 the response is not chunked. $body: its length and digest. $proven: the key, its
 * kind and the server's nonce. $page: what else is said of a request for a page, and its headers.
 */
function tracker_request_head($method, $target, $body, $proven, $page)
{
    $lines = array($method . ' ' . preg_replace('/[^\x21-\x7e]/', '', $target) . ' HTTP/1.0', 'Connection: close');
    $lines[] = 'Host: ' . tracker_server_text('HTTP_HOST');
    $lines[] = 'Content-Length: ' . $body['length'];
    foreach (tracker_passed_headers() + $page['headers'] as $name => $value) {
        if ($value !== '') {
            $lines[] = $name . ': ' . $value;
        }
    }
    $lines[] = 'X-Tracker-Edge: ' . tracker_report($method, $target, $body['digest'], $proven, $page['said']);
    return implode("\r\n", $lines) . "\r\n\r\n";
}

/* The headers of the contract, and nothing else of what the visitor sent. */
function tracker_passed_headers()
{
    return array(
        'Authorization' => tracker_authorization(),
        'X-Tracker-Token' => tracker_server_text('HTTP_X_TRACKER_TOKEN'),
        'X-Tracker-Client' => tracker_server_text('HTTP_X_TRACKER_CLIENT'),
        'X-Tracker-Identity' => tracker_server_text('HTTP_X_TRACKER_IDENTITY'),
        'X-API-Key' => tracker_server_text('HTTP_X_API_KEY'),
        'Content-Type' => tracker_server_text('CONTENT_TYPE'),
        'Content-Encoding' => tracker_server_text('HTTP_CONTENT_ENCODING'),
        'Accept' => tracker_server_text('HTTP_ACCEPT'),
        'Accept-Encoding' => tracker_server_text('HTTP_ACCEPT_ENCODING'),
        'User-Agent' => tracker_server_text('HTTP_USER_AGENT'),
        'Origin' => tracker_server_text('HTTP_ORIGIN'),
        'Access-Control-Request-Method' => tracker_server_text('HTTP_ACCESS_CONTROL_REQUEST_METHOD'),
        'Access-Control-Request-Headers' => tracker_server_text('HTTP_ACCESS_CONTROL_REQUEST_HEADERS'),
    );
}

/* Hosts put this header in different places, or take it away (then the client sends X-Tracker-Token). */
function tracker_authorization()
{
    foreach (array('HTTP_AUTHORIZATION', 'REDIRECT_HTTP_AUTHORIZATION', 'REDIRECT_REDIRECT_HTTP_AUTHORIZATION') as $name) {
        if (tracker_server_text($name) !== '') {
            return tracker_server_text($name);
        }
    }
    $headers = function_exists('getallheaders') ? getallheaders() : array();
    foreach (is_array($headers) ? $headers : array() as $name => $value) {
        if (strtolower($name) === 'authorization') {
            return preg_replace('/[^\x20-\x7e]/', '', $value);
        }
    }
    return '';
}

/* One of PHP's texts about the request, as one line of printable letters. */
function tracker_server_text($name)
{
    return isset($_SERVER[$name]) && is_string($_SERVER[$name]) ? preg_replace('/[^\x20-\x7e]/', '', $_SERVER[$name]) : '';
}

/* What PHP sees of the visitor, dated and signed, with the server's nonce and the digest of the body. */
function tracker_report($method, $target, $digest, $proven, $said)
{
    $https = strtolower(tracker_server_text('HTTPS'));
    $root = tracker_server_text('DOCUMENT_ROOT') === '' ? false : realpath($_SERVER['DOCUMENT_ROOT']);
    $payload = json_encode(array(
        't' => time(),
        'm' => $method,
        'p' => preg_replace('/[^\x21-\x7e]/', '', $target),
        'peer' => tracker_server_text('REMOTE_ADDR'),
        'https' => ($https !== '' && $https !== 'off') || tracker_server_text('REQUEST_SCHEME') === 'https',
        'host' => tracker_server_text('HTTP_HOST'),
        'for' => tracker_server_text('HTTP_X_FORWARDED_FOR'),
        'proto' => tracker_server_text('HTTP_X_FORWARDED_PROTO'),
        'root' => $root === false ? '' : preg_replace('/[^\x20-\x7e]/', '', $root),
        'edge' => TRACKER_EDGE_VERSION,
        'n' => $proven['nonce'],
        'k' => $proven['kind'],
        'd' => $digest,
    ) + $said);
    $payload = rtrim(strtr(base64_encode($payload), '+/', '-_'), '=');
    return $payload . '.' . hash_hmac('sha256', "report\n" . $payload, $proven['key']);
}

/* Status, the headers that clients need, body. A redirect is not followed, nor passed on. */
function tracker_print($answer)
{
    list($head, $body) = explode("\r\n\r\n", $answer, 2);
    $lines = explode("\r\n", $head);
    header_remove('X-Powered-By');
    $passed = '/^(content-type|content-encoding|cache-control|vary|allow|retry-after|www-authenticate|access-control-[a-z-]+|x-request-id|x-tracker-identity):/i';
    foreach (array_slice($lines, 1) as $line) {
        if (preg_match($passed, $line)) {
            header($line);
        }
    }
    header('Content-Length: ' . strlen($body));
    // Last, because some headers make PHP set a status of their own.
    http_response_code((int) substr($lines[0], 9, 3));
    echo $body;
}

function tracker_refuse($code, $message, $seconds = 30)
{
    http_response_code(503);
    header('Content-Type: application/json; charset=utf-8');
    header('Cache-Control: no-store');
    header('Retry-After: ' . $seconds);
    header('Access-Control-Allow-Origin: *');
    echo json_encode(array('success' => false, 'message' => $message, 'error' => array('code' => $code, 'message' => $message)));
}

require __DIR__ . '/_tracker_link.php';
if (is_readable(__DIR__ . '/va_config.php')) {
    ob_start();
    include __DIR__ . '/va_config.php';
    ob_end_clean();
}
