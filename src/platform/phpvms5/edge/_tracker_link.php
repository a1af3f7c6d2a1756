<?php
// Tracker edge 1.2.0-5
/*
 * The connection to Tracker's server: its address, the key with which it proves itself, and its response. Nothing of a visitor is
 * sent before the server has proved itself on that very connection.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

define('TRACKER_CONNECT_SECONDS', 3);
/* How long a client's call waits for a server that is being started. */
define('TRACKER_WAKE_SECONDS', 8);
/* When to try again where the server was there a moment ago, and the next call starts it. */
define('TRACKER_CUT_SECONDS', 5);

/*
 * Returns the response and null, or null and a problem: its code and a sentence. The next server gets the request when one did
 * not get it, or when it only reads: what may have been done is not sent again. Of a page ($page: what else is said and sent, see
 * tracker_request_head) the body is given and the response returned as _tracker_pages.php has them. $said: of a call of the edge's own.
 */
function tracker_ask($method, $target, $body, $page = null, $said = array())
{
    static $woken = null;
    $key = tracker_key();
    if ($key === null) {
        return array(null, array('edge-without-key', 'This folder has no key that the tracking server could know: its operator should run tracker install.'));
    }
    $addresses = $woken === null ? tracker_addresses() : array($woken);
    if (count($addresses) === 0) {
        return array(null, array('server-address-unknown', 'The setting that says where the tracking server is cannot be read.'));
    }
    $problem = array('server-unreachable', 'The tracking server does not answer; try again in a minute.', $woken === null ? 30 : TRACKER_CUT_SECONDS);
    $answer = null;
    $isThere = $woken !== null;
    $isReading = in_array($method, array('GET', 'HEAD', 'OPTIONS'), true);
    foreach ($addresses as $number => $address) {
        $stream = tracker_connect($address);
        if ($stream === null) {
            continue;
        }
        $proven = tracker_meet($stream, $address, $key);
        $isLast = $number + 1 === count($addresses);
        // A port that somebody else has taken meanwhile is not ours; what ended without a word is not there.
        $isThere = $isThere || isset($proven['nonce']) || (strpos($address, 'unix:') === 0 && !feof($stream));
        if (!isset($proven['nonce']) || ($proven['isBusy'] && !$isLast)) {
            fclose($stream);
            $problem = isset($proven['says']) ? array('server-unproven', $proven['says']) : $problem;
            continue;
        }
        if ($page === null) {
            $about = array('length' => strlen($body), 'digest' => hash('sha256', $body));
            $more = array('headers' => array(), 'said' => $said);
            $got = tracker_exchange($stream, tracker_request_head($method, $target, $about, $proven, $more) . $body, $method === 'HEAD');
            $given = $got === '' ? null : $got;
            $isOver = $given !== null && !preg_match('#^HTTP/1\.[01] 503#', $given);
            if ($got === '') {
                $problem = array('server-unreachable', 'The tracking server was ended before it had answered; try again in a few seconds.', TRACKER_CUT_SECONDS);
                // Who only reads is answered by one that is started.
                $isThere = !$isReading || $woken !== null;
            }
        } else {
            $head = tracker_request_head($method, $target, $body, $proven, $page);
            $given = tracker_pages_exchange($stream, $head, $body, TRACKER_ANSWER_SECONDS);
            $isOver = $given !== null && $given['status'] !== 503;
        }
        $answer = $given === null ? $answer : $given;
        if ($isOver || !$isReading) {
            break;
        }
    }
    if (!$isThere && $answer === null) {
        // Pages of visitors never wait for a start.
        list($woken, $asleep) = tracker_awaken($page === null ? TRACKER_WAKE_SECONDS : 0);
        if ($woken !== null) {
            return call_user_func_array('tracker_ask', func_get_args());
        }
        $problem = $asleep === null ? $problem : $asleep;
    }
    return $answer === null ? array(null, $problem) : array($answer, null);
}

/*
 * The address of the server in this site's private place, once it accepts connections, and null; or null and a problem; or twice null,
 * where there is no such place or va_config.php names another server. $seconds: how long to wait for it; 0: it is only started.
 */
function tracker_awaken($seconds)
{
    if (defined('TRACKER_SERVER') && TRACKER_SERVER !== '' && TRACKER_SERVER !== 'AUTO') {
        return array(null, null);
    }
    require_once __DIR__ . '/_tracker_private.php';
    require_once __DIR__ . '/_tracker_start.php';
    $place = tracker_place(__DIR__ . '/_tracker_place.php');
    if ($place === null) {
        return array(null, null);
    }
    $problem = tracker_woken($place, $seconds);
    return $problem === null ? array(tracker_start_address($place), null) : array(null, $problem);
}

/* TRACKER_SERVER, several of them in turn from one by chance; or, with 'AUTO', what the server wrote down, or its default. Nothing when va_config.php cannot be read. */
function tracker_addresses()
{
    if (is_file(__DIR__ . '/va_config.php') && !is_readable(__DIR__ . '/va_config.php')) {
        return array();
    }
    if (defined('TRACKER_SERVER') && TRACKER_SERVER !== '' && TRACKER_SERVER !== 'AUTO') {
        $given = array_map('trim', explode(',', TRACKER_SERVER));
        $first = mt_rand(0, count($given) - 1);
        return array_merge(array_slice($given, $first), array_slice($given, 0, $first));
    }
    $file = __DIR__ . '/_tracker_address.php';
    $text = is_readable($file) ? (string) file_get_contents($file) : '';
    $found = preg_match_all("/^    '([^']+)',$/m", $text, $match) ? $match[1] : array();
    return count($found) > 0 ? $found : array('127.0.0.1:8787');
}

/* The key that install made; without that file, the database password, stretched. */
function tracker_key()
{
    $file = __DIR__ . '/_tracker_key.php';
    if (is_file($file)) {
        $isKey = is_readable($file) && preg_match("/'key' => '([0-9a-f]{64})'/", file_get_contents($file), $match);
        return $isKey ? tracker_derive('file', pack('H*', $match[1])) : null;
    }
    $secret = tracker_platform_secret(dirname(__DIR__) . '/core/local.config.php');
    if (strlen($secret) < 8) {
        return null;
    }
    return tracker_derive('password', hash_pbkdf2('sha256', $secret, 'tracker-edge-2', 1000, 32, true));
}

function tracker_derive($kind, $bytes)
{
    return array('kind' => $kind, 'key' => hash_hmac('sha256', 'tracker-edge-2', $bytes, true));
}

function tracker_connect($address)
{
    $url = strpos($address, 'unix:') === 0 ? 'unix://' . substr($address, 5) : 'tcp://' . $address;
    $number = 0;
    $message = '';
    $stream = @stream_socket_client($url, $number, $message, TRACKER_CONNECT_SECONDS);
    return $stream === false ? null : $stream;
}

/* Lets the server prove itself: the key with its nonce, and whether it would refuse every request now; or what to say when it is not ours, or nothing when it is silent. */
function tracker_meet($stream, $address, $key)
{
    stream_set_timeout($stream, TRACKER_CONNECT_SECONDS);
    $nonce = tracker_nonce();
    $hello = "GET /acars/status.php HTTP/1.1\r\nHost: localhost\r\nX-Tracker-Hello: " . $key['kind'] . ' ' . $nonce . "\r\n\r\n";
    @fwrite($stream, $hello);
    $length = 0;
    $proof = array();
    $lines = 0;
    $isBusy = false;
    while (($line = fgets($stream, 8192)) !== false && trim($line) !== '' && $lines++ < 60) {
        $isBusy = $isBusy || ($lines === 1 && preg_match('#^HTTP/1\.[01] 503#', $line));
        if (preg_match('/^content-length:\s*(\d{1,5})\s*$/i', $line, $match)) {
            $length = (int) $match[1];
        } elseif (preg_match('/^x-tracker-proof: ([0-9a-f]{32}) (\S+) ([0-9a-f]{64})\s*$/i', $line, $match)) {
            $proof = $match;
        }
    }
    if ($lines === 0) {
        return array();
    }
    $said = $length === 0 ? '' : (string) stream_get_contents($stream, $length);
    if (count($proof) > 0 && tracker_is_there($proof[2], $address)) {
        $expected = hash_hmac('sha256', "proof\n" . $nonce . "\n" . $proof[1] . "\n" . $proof[2], $key['key']);
        if (hash_equals($expected, strtolower($proof[3]))) {
            return $key + array('nonce' => $proof[1], 'isBusy' => $isBusy);
        }
    }
    $says = json_decode($said, true);
    $version = is_array($says) && isset($says['version']) && is_string($says['version']) ? $says['version'] : 'unknown';
    return array('says' => 'What responds at the address of the tracking server did not prove that it belongs to this site: it reports version '
        . $version . ', this folder is ' . TRACKER_EDGE_VERSION . '. It is older than this folder, of another site, or has another key.');
}

/* The server states where it was reached, so that a relay in between is detected. */
function tracker_is_there($where, $address)
{
    if (strpos($address, 'unix:') === 0) {
        $real = @realpath(substr($address, 5));
        return $where === $address || ($real !== false && strpos($where, 'unix:') === 0 && @realpath(substr($where, 5)) === $real);
    }
    // On another machine a port may be mapped.
    return !preg_match('/^(127\.|localhost:|\[::1\]:)/', $address) || $where === 'tcp:' . substr(strrchr($address, ':'), 1);
}

/* 16 random bytes in hex, from whatever this PHP has. */
function tracker_nonce()
{
    if (function_exists('random_bytes')) {
        return bin2hex(call_user_func('random_bytes', 16));
    }
    if (function_exists('openssl_random_pseudo_bytes')) {
        return bin2hex(openssl_random_pseudo_bytes(16));
    }
    $source = @fopen('/dev/urandom', 'rb');
    $bytes = $source === false ? '' : (string) fread($source, 16);
    return strlen($bytes) === 16 ? bin2hex($bytes) : substr(hash('sha256', uniqid((string) mt_rand(), true) . serialize($_SERVER)), 0, 32);
}

/* Sends the request; returns null when the response is not there in time, '' when the server ends before it is whole. */
function tracker_exchange($stream, $request, $isBodyless)
{
    stream_set_timeout($stream, TRACKER_ANSWER_SECONDS);
    $sent = 0;
    while ($sent < strlen($request)) {
        $count = @fwrite($stream, substr($request, $sent, 65536));
        if ($count === false || $count === 0) {
            break;
        }
        $sent += $count;
    }
    $answer = (string) stream_get_contents($stream);
    $state = stream_get_meta_data($stream);
    fclose($stream);
    if ($state['timed_out']) {
        return null;
    }
    $end = strpos($answer, "\r\n\r\n");
    if ($end === false || !preg_match('#^HTTP/1\.[01] \d{3}#', $answer)) {
        return '';
    }
    $length = preg_match('/^content-length:\s*(\d+)/mi', substr($answer, 0, $end), $match) ? (int) $match[1] : 0;
    return $isBodyless || strlen($answer) - $end - 4 >= $length ? $answer : '';
}

/* The database password, read from the platform's file without running it: the first define('DBASE_PASS', '…') in it. */
function tracker_platform_secret($file)
{
    $code = is_readable($file) ? file_get_contents($file) : '';
    $words = array();
    foreach (function_exists('token_get_all') ? @token_get_all($code) : array() as $token) {
        if (!is_array($token)) {
            $words[] = $token;
        } elseif ($token[0] === T_STRING || $token[0] === T_CONSTANT_ENCAPSED_STRING) {
            $words[] = $token[1];
        }
    }
    for ($i = 0; $i + 4 < count($words); $i++) {
        if (strtolower($words[$i]) === 'define' && $words[$i + 1] === '(' && substr($words[$i + 2], 1, -1) === 'DBASE_PASS') {
            return tracker_unquote($words[$i + 4]);
        }
    }
    return '';
}

/* Formats a string as PHP source. The server reads texts as UTF-8; an invalid byte counts as ISO-8859-1 there. */
function tracker_unquote($quoted)
{
    $inner = substr($quoted, 1, -1);
    $text = $quoted[0] === '"' ? stripcslashes($inner) : str_replace(array("\\\\", "\\'"), array("\\", "'"), $inner);
    if (preg_match('//u', $text)) {
        return $text;
    }
    return preg_replace_callback('/[\x80-\xff]/', 'tracker_latin1_letter', $text);
}

function tracker_latin1_letter($match)
{
    $code = ord($match[0]);
    return chr(0xc0 | ($code >> 6)) . chr(0x80 | ($code & 0x3f));
}
