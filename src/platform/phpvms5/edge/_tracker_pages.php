<?php
// Tracker edge 1.2.0-5
/*
 * Passes requests for the server's pages on, for both platforms: which headers and cookies go to the server and come back, and
 * bodies as they arrive, without holding them. PHP 5.6 and up.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

/* Headers of a visitor's request that pages need beside those of clients; of the cookies only ours. $server: as $_SERVER. */
function tracker_pages_headers($server)
{
    $names = array(
        'Accept-Language' => 'HTTP_ACCEPT_LANGUAGE',
        'If-None-Match' => 'HTTP_IF_NONE_MATCH',
        'If-Modified-Since' => 'HTTP_IF_MODIFIED_SINCE',
        'Sec-Fetch-Site' => 'HTTP_SEC_FETCH_SITE',
    );
    $headers = array();
    foreach ($names as $name => $key) {
        $value = isset($server[$key]) && is_string($server[$key]) ? preg_replace('/[^\x20-\x7e]/', '', $server[$key]) : '';
        if ($value !== '') {
            $headers[$name] = $value;
        }
    }
    $cookies = tracker_pages_cookies(isset($server['HTTP_COOKIE']) ? (string) $server['HTTP_COOKIE'] : '');
    return $cookies === '' ? $headers : $headers + array('Cookie' => $cookies);
}

/* Of a Cookie header those that the server's pages set: never the site's own. */
function tracker_pages_cookies($header)
{
    $own = array();
    foreach (explode(';', preg_replace('/[^\x20-\x7e]/', '', $header)) as $pair) {
        if (preg_match('/^(__Secure-|__Host-)?tracker_[a-z_]+=/', trim($pair))) {
            $own[] = trim($pair);
        }
    }
    return implode('; ', $own);
}

/* What stands in a query behind the question mark of the base: array('/flights/x', 'share=y'), or null. A form encodes the path. */
function tracker_pages_query($query)
{
    if (!preg_match('#^((?:/|%2F)[^?&=]*)=?(?:[?&](.*))?$#i', $query, $match)) {
        return null;
    }
    return array(str_replace(array('%2F', '%2f'), '/', $match[1]), isset($match[2]) ? $match[2] : '');
}

/* The body that the visitor sends: its length and digest, and a stream of it. PHP keeps a large one in a file. */
function tracker_pages_body()
{
    $digest = hash_init('sha256');
    $length = hash_update_stream($digest, fopen('php://input', 'rb'));
    return array('length' => $length, 'digest' => hash_final($digest), 'stream' => fopen('php://input', 'rb'));
}

/* Sends the request's head and body, and reads the head of the response; null without one. The rest is read by tracker_pages_pass. */
function tracker_pages_exchange($stream, $head, $body, $seconds)
{
    stream_set_timeout($stream, $seconds);
    $isSent = tracker_pages_write($stream, $head);
    rewind($body['stream']);
    while ($isSent && !feof($body['stream'])) {
        $isSent = tracker_pages_write($stream, (string) fread($body['stream'], 65536));
    }
    $lines = array();
    while (($line = fgets($stream, 16384)) !== false && trim($line) !== '' && count($lines) < 100) {
        $lines[] = rtrim($line, "\r\n");
    }
    if ($line === false || count($lines) === 0 || !preg_match('#^HTTP/1\.[01] (\d{3})#', $lines[0], $match)) {
        return null;
    }
    return array('status' => (int) $match[1], 'lines' => array_slice($lines, 1), 'stream' => $stream);
}

function tracker_pages_write($stream, $bytes)
{
    while ($bytes !== '') {
        $count = @fwrite($stream, $bytes);
        if ($count === false || $count === 0) {
            return false;
        }
        $bytes = (string) substr($bytes, $count);
    }
    return true;
}

/* The headers of a response that go to the visitor: array of array(name, value). A redirect only within the pages, cookies only of theirs. */
function tracker_pages_answered($lines, $base)
{
    $passed = '/^(content-(type|encoding|length|disposition|security-policy)|cache-control|vary|allow|retry-after|www-authenticate|etag|last-modified'
        . '|access-control-[a-z-]+|x-request-id|x-content-type-options|x-tracker-identity|referrer-policy|refresh|cross-origin-[a-z-]+|permissions-policy|link)$/i';
    $headers = array();
    foreach ($lines as $line) {
        list($name, $value) = array_map('trim', explode(':', $line, 2) + array('', ''));
        $isCookie = strtolower($name) === 'set-cookie' && preg_match('/^(__Secure-|__Host-)?tracker_[a-z_]+=/', $value);
        $behind = strpos($value, $base) === 0 ? (string) substr($value, strlen($base)) : null;
        $isOwn = strtolower($name) === 'location' && $behind !== null && ($behind === '' || $behind[0] === '/' || $behind[0] === '?');
        if ($isCookie || $isOwn || preg_match($passed, $name)) {
            $headers[] = array($name, $value);
        }
    }
    return $headers;
}

/* Prints what is left of a response, as it arrives. */
function tracker_pages_pass($stream)
{
    while (!feof($stream)) {
        $piece = fread($stream, 65536);
        if ($piece === false || $piece === '') {
            break;
        }
        echo $piece;
        flush();
    }
    fclose($stream);
}

/* What the server says to a member of the host's staff: a path below the pages, good once and for a minute, or null and why not. */
function tracker_pages_entry($body)
{
    $said = json_decode($body, true);
    if (is_array($said) && isset($said['path']) && is_string($said['path']) && preg_match('#^operator/enter\?t=[\w-]{20,100}$#D', $said['path'])) {
        return array($said['path'], '');
    }
    $isSaid = is_array($said) && isset($said['message']) && is_string($said['message']);
    return array(null, $isSaid ? $said['message'] : 'The tracking server is of an older version: update it.');
}

/* What a visitor sees while there is no server, in their language: array of HTML and headers. It loads itself again after so many seconds. */
function tracker_pages_sorry($code, $sentence, $seconds)
{
    $language = tracker_pages_language($_SERVER);
    $says = tracker_pages_texts($language);
    $isSaid = isset($says[$code]);
    $text = '<p' . ($isSaid || $language === 'en' ? '' : ' lang="en"') . '>' . htmlspecialchars($isSaid ? $says[$code] : $sentence, ENT_QUOTES, 'UTF-8') . '</p>';
    $style = tracker_pages_style();
    $html = '<!doctype html><html lang="' . $language . '"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        . '<meta name="color-scheme" content="light dark"><title>' . $says['title'] . '</title><style>' . $style
        . '</style></head><body><main id="tracker-sorry" data-code="' . $code . '"><p class="code" aria-hidden="true">503</p><h1>' . $says['title'] . '</h1>'
        . $text . '<p>' . $says['again'] . '</p></main></body></html>';
    return array($html, array(
        'Content-Type' => 'text/html; charset=utf-8',
        'Cache-Control' => 'no-store',
        'Content-Security-Policy' => "default-src 'none'; style-src 'sha256-" . base64_encode(hash('sha256', $style, true)) . "'; frame-ancestors 'none'",
        'Retry-After' => (string) $seconds,
        'Refresh' => (string) $seconds,
    ));
}

/* The language that the visitor chose on the pages, else the browser's first one that they have, else English. */
function tracker_pages_language($server)
{
    $cookies = isset($server['HTTP_COOKIE']) ? (string) $server['HTTP_COOKIE'] : '';
    $wanted = isset($server['HTTP_ACCEPT_LANGUAGE']) ? (string) $server['HTTP_ACCEPT_LANGUAGE'] : '';
    if (preg_match('/(?:^|;)\s*tracker_view=[^;]*\blang=(de|en|fr)\b/', $cookies, $match)) {
        return $match[1];
    }
    return preg_match('/(?:^|,)\s*(de|en|fr)\b/i', $wanted, $match) ? strtolower($match[1]) : 'en';
}

/* What the page says, by language; another problem is shown in English. */
function tracker_pages_texts($language)
{
    $texts = array(
        'en' => array(
            'title' => 'The flight tracker is not there right now',
            'again' => 'This page loads again by itself.',
        ),
        'de' => array(
            'title' => 'Der Tracker ist gerade nicht da',
            'again' => 'Diese Seite lädt von selbst neu.',
            'server-waking' => 'Sein Server wird gerade gestartet.',
            'server-unreachable' => 'Sein Server antwortet nicht.',
            'server-not-started' => 'Sein Server läuft nicht und lässt sich von hier aus nicht starten. Den Grund findet der Betreiber auf der Seite zum Einrichten.',
        ),
        'fr' => array(
            'title' => 'Le suivi n’est pas disponible pour le moment',
            'again' => 'Cette page se recharge d’elle-même.',
            'server-waking' => 'Son serveur est en train de démarrer.',
            'server-unreachable' => 'Son serveur ne répond pas.',
            'server-not-started' => 'Son serveur ne fonctionne pas et ne peut pas être démarré d’ici. L’exploitant trouve la raison sur la page d’installation.',
        ),
    );
    return $texts[$language];
}

/* The dress of the pages, whose style sheets come from the server that is not there: colours and sizes as in pages.css. */
function tracker_pages_style()
{
    return ':root{color-scheme:light dark;--paper:#f3f5f7;--surface:#fff;--ink:#17212b;--line:#dde3e8;--brand:#1f5c99}'
        . '@media (prefers-color-scheme:dark){:root{--paper:#0e151b;--surface:#172028;--ink:#e7edf2;--line:#2a3640;--brand:#7fb4e8}}'
        . 'body{margin:0;padding:2rem 1.25rem;background:var(--paper);color:var(--ink);font:.9375rem/1.5 Inter,system-ui,sans-serif;overflow-wrap:break-word}'
        . 'main{box-sizing:border-box;max-width:32rem;margin:0 auto;padding:1.25rem;border:1px solid var(--line);border-top:.25rem solid var(--brand);border-radius:12px;background:var(--surface)}'
        . 'h1{margin:0 0 .5em;font-size:clamp(1.5rem,1.25rem + 1vw,1.875rem);line-height:1.2}p{margin:0 0 1em}main>:last-child{margin:0}.code{margin:0 0 .5rem;color:var(--brand);font-size:1.1875rem;font-weight:700}';
}
