<?php
// Tracker edge 1.2.0-5
/*
 * Which folders of a host can be the private place: outside of what visitors see, of this account alone, and asked for through the site
 * itself. Plain PHP 5.6, and nothing of a platform: the module of version 7 has a copy of this file.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

require_once __DIR__ . '/_tracker_private.php';

/* The longest path with which `data/edge.sock` below it still is the name of a socket, of 103 bytes. */
define('TRACKER_PLACE_MAX_BYTES', 88);

/*
 * Places for program and data, best first: list of array('path', 'kind' => 'named'|'known'|'beside'|'home'|'storage'|'inside',
 * 'why' => null when it can be used, else the reason, 'isAsked' => whether an address of the site was asked for it). Nothing is left behind
 * in any of them.
 */
function tracker_candidates($site)
{
    $name = 'tracker';
    $other = 'tracker-' . substr(hash('sha256', $site['folder']), 0, 8);
    $found = array();
    if ($site['named'] !== '') {
        $found[] = array('path' => rtrim($site['named'], '/'), 'kind' => 'named');
    }
    $parents = array();
    if ($site['docroot'] !== '') {
        $parents['beside'] = dirname($site['docroot']);
    }
    $home = tracker_look_home($site);
    if ($home !== '' && !in_array($home, $parents, true)) {
        $parents['home'] = $home;
    }
    foreach ($parents as $kind => $parent) {
        foreach (array($name, $other) as $each) {
            $found[] = array('path' => rtrim($parent, '/') . '/' . $each, 'kind' => $kind);
        }
    }
    if ($site['storage'] !== '') {
        $found[] = array('path' => rtrim($site['storage'], '/') . '/' . $name, 'kind' => 'storage');
    }
    if ($site['inside'] !== '') {
        $found[] = array('path' => rtrim($site['inside'], '/') . '/storage', 'kind' => 'inside');
    }
    foreach ($found as $number => $candidate) {
        $found[$number]['why'] = tracker_look_why_not($candidate, $site);
        $found[$number]['isAsked'] = false;
        if ($found[$number]['why'] === null) {
            list($found[$number]['why'], $found[$number]['isAsked']) = tracker_look_served($candidate['path'], $candidate, $site);
        }
    }
    return $found;
}

/* The account's home, '' when it is not known. */
function tracker_look_home($site)
{
    $home = '';
    if (function_exists('posix_getpwuid') && function_exists('posix_geteuid')) {
        $user = @posix_getpwuid(posix_geteuid());
        $home = is_array($user) && isset($user['dir']) ? $user['dir'] : '';
    }
    if (($home === '' || $home === '/' || !@is_dir($home)) && preg_match('#^/(?:home\d*|usr/home|var/www/vhosts)/[^/]+#', $site['folder'], $match)) {
        $home = $match[0];
    }
    return $home === '/' || !preg_match('#^/#', $home) ? '' : rtrim($home, '/');
}

/* Null when the place can be used, as far as the disk shows. */
function tracker_look_why_not($candidate, $site)
{
    $path = $candidate['path'];
    if (!preg_match('#^(/[A-Za-z0-9_.-]+)+$#D', $path) || preg_match('#/\.{1,2}(/|$)#', $path)) {
        return 'its name has other letters than A-Z, 0-9, dot, hyphen and underscore, or is no absolute path';
    }
    if (strlen($path) > TRACKER_PLACE_MAX_BYTES) {
        return 'its path has more than ' . TRACKER_PLACE_MAX_BYTES . ' letters, too many for the sockets in it';
    }
    if (@is_link($path)) {
        return 'it is a link';
    }
    $real = @is_dir($path) ? @realpath($path) : @realpath(dirname($path));
    if ($real === false) {
        return 'PHP cannot see it';
    }
    $real = @is_dir($path) ? $real : rtrim($real, '/') . '/' . basename($path);
    if ($candidate['kind'] !== 'inside') {
        foreach (array_merge(array($site['docroot']), $site['public']) as $public) {
            if ($public !== '' && tracker_look_is_within($public, $real)) {
                return 'it is inside the public folder';
            }
        }
        if (preg_match('#^/(?:.*/)?(public_html|htdocs|httpdocs|wwwroot|www|web|html)/#', preg_replace('#^/var/www/#', '/var-www/', $real), $match)) {
            return 'a folder above it, ' . $match[1] . ', is a public one on most hosts';
        }
    }
    $strange = tracker_look_strange_parent(@is_dir($path) ? $path : dirname($path));
    if ($strange !== null) {
        return $strange;
    }
    $parent = @stat(dirname($path));
    if ($parent !== false && ($parent['mode'] & 0002) !== 0) {
        return 'other accounts of this machine may write into ' . dirname($path) . ', and machines empty such folders';
    }
    return tracker_look_try($path, $site);
}

/* Both as they really are, without links. */
function tracker_look_is_within($folder, $path)
{
    $real = @realpath($folder);
    $outer = rtrim($real === false ? $folder : $real, '/') . '/';
    return strpos(rtrim($path, '/') . '/', $outer) === 0;
}

/* A folder above it that other accounts may change could be exchanged by them. */
function tracker_look_strange_parent($folder)
{
    for ($each = $folder; $each !== '/' && $each !== '.' && $each !== ''; $each = dirname($each)) {
        $seen = @stat($each);
        if ($seen === false) {
            continue;
        }
        $isOpen = ($seen['mode'] & 0002) !== 0 && ($seen['mode'] & 01000) === 0;
        if ($isOpen) {
            return 'other accounts of this machine may change ' . $each;
        }
    }
    return null;
}

/*
 * Null where it cannot be written, else what $do says of the path of a new file in this folder, which is made where it is not there.
 * Neither stays. A web server that gives out what lies there gives out this file: its name begins with no dot.
 */
function tracker_look_with_file($folder, $text, $mode, $do)
{
    $isMade = !@is_dir($folder) && @mkdir($folder, 0700);
    $file = $folder . '/control-' . bin2hex(tracker_random(8)) . '.txt';
    $isWritten = @file_put_contents($file, $text) === strlen($text) && @chmod($file, $mode);
    $said = $isWritten ? call_user_func($do, $file) : null;
    @unlink($file);
    if ($isMade) {
        @rmdir($folder);
    }
    return $said;
}

/* Whether files can be made in it, or it can be made. */
function tracker_look_try($path, $site)
{
    $isThere = @is_dir($path);
    if (!$isThere && @file_exists($path)) {
        return 'a file has this name';
    }
    if ($isThere && !tracker_place_is_ours($path, $site['folder'])) {
        return 'it is there already, and is not of this site';
    }
    $tried = tracker_look_with_file($path, 'x', 0700, function ($file) use ($path, $isThere) {
        clearstatcache();
        // The system says no where the disk is mounted noexec, to root too.
        return array(@is_executable($file), !$isThere || @fileowner($path) === @fileowner($file));
    });
    if ($tried === null) {
        return $isThere ? 'PHP may not write there, or the disk is full' : 'PHP may not make it, or the disk is full';
    }
    list($mayRun, $isPrivate) = $tried;
    if (!$mayRun) {
        return 'no program may run there: the disk is mounted noexec';
    }
    return $isPrivate ? null : 'it belongs to another account';
}

/* An empty folder, or one that set-up of this site made. Anything else in it may be somebody else's. */
function tracker_place_is_ours($path, $folder)
{
    $said = json_decode(@is_file($path . '/folder.json') ? (string) @file_get_contents($path . '/folder.json') : '', true);
    if (is_array($said) && isset($said['crewCenter'])) {
        return $said['crewCenter'] === $folder;
    }
    $mark = @is_file($path . '/set-up-of.txt') ? trim((string) @file_get_contents($path . '/set-up-of.txt')) : '';
    if ($mark !== '') {
        return $mark === $folder;
    }
    $names = @scandir($path);
    return is_array($names) && count(array_diff($names, array('.', '..', 'set-up.lock'))) === 0;
}

/* Asks for a control file in it by every address that could lead there: array(null when it was not given out, else why not; whether any answered). */
function tracker_look_served($path, $candidate, $site)
{
    $isInside = $candidate['kind'] === 'inside';
    $secret = bin2hex(tracker_random(16));
    // As a web server of another account would need it to give it out.
    list($isServed, $isAsked) = (array) tracker_look_with_file($path, $secret, 0644, function ($file) use ($path, $site, $secret) {
        $answers = 0;
        $addresses = tracker_look_addresses($path, $site);
        foreach ($addresses as $url) {
            $answer = tracker_http_get($url . '/' . basename($file), 4);
            if ($answer === null) {
                break;
            }
            if (strpos($answer['body'], $secret) !== false) {
                return array(true, true);
            }
            $answers++;
        }
        // An address that does not answer now may give it out later.
        return array(false, $answers > 0 && $answers === count($addresses));
    }) + array(false, false);
    if ($isServed) {
        return array('the web server gives out what lies in it', true);
    }
    return array($isInside && !$isAsked ? 'it is inside the public folder, and whether that denies it could not be asked' : null, $isAsked);
}

/* Addresses by which a visitor could reach the place, most likely first. */
function tracker_look_addresses($path, $site)
{
    if (!preg_match('#^(https?://[^/]+)(/.*)?$#', rtrim($site['url'], '/'), $match)) {
        return array();
    }
    $origin = $match[1];
    $below = isset($match[2]) ? $match[2] : '';
    $urls = array();
    $folder = @realpath($site['docroot'] === '' ? $site['folder'] : $site['docroot']);
    if ($folder !== false && strpos($path . '/', rtrim($folder, '/') . '/') === 0) {
        $urls[] = $origin . substr($path, strlen(rtrim($folder, '/')));
    }
    $crew = @realpath($site['folder']);
    if ($crew !== false && strpos($path . '/', rtrim($crew, '/') . '/') === 0) {
        $urls[] = $origin . $below . substr($path, strlen(rtrim($crew, '/')));
    }
    $urls[] = $origin . '/' . basename($path);
    $urls[] = $origin . '/' . basename(dirname($path)) . '/' . basename($path);
    return array_values(array_unique($urls));
}

/*
 * Asks an address of this site. Null when nothing answers; else array('status', 'body', 'type'), the body up to 64 KB. Certificates are not
 * checked: what is asked for is known only to this site.
 */
function tracker_http_get($url, $seconds)
{
    if (!preg_match('#^(https?)://([A-Za-z0-9.\[\]:-]+?)(?::(\d+))?(/[\x21-\x7e]*)?$#', $url, $match)) {
        return null;
    }
    $isTls = $match[1] === 'https';
    $port = isset($match[3]) && $match[3] !== '' ? (int) $match[3] : ($isTls ? 443 : 80);
    $context = stream_context_create(array('ssl' => array('verify_peer' => false, 'verify_peer_name' => false, 'SNI_enabled' => true, 'peer_name' => $match[2])));
    $number = 0;
    $message = '';
    $stream = @stream_socket_client(($isTls ? 'ssl' : 'tcp') . '://' . $match[2] . ':' . $port, $number, $message, $seconds, STREAM_CLIENT_CONNECT, $context);
    if ($stream === false) {
        return null;
    }
    stream_set_timeout($stream, $seconds);
    $host = $match[2] . ($port === ($isTls ? 443 : 80) ? '' : ':' . $port);
    @fwrite($stream, 'GET ' . (isset($match[4]) ? $match[4] : '/') . " HTTP/1.0\r\nHost: " . $host . "\r\nUser-Agent: Tracker-set-up\r\nConnection: close\r\n\r\n");
    $text = (string) @stream_get_contents($stream, 65536);
    fclose($stream);
    if (!preg_match('#^HTTP/1\.[01] (\d{3})#', $text, $status) || strpos($text, "\r\n\r\n") === false) {
        return null;
    }
    list($head, $body) = explode("\r\n\r\n", $text, 2);
    return array('status' => (int) $status[1], 'body' => $body, 'type' => preg_match('/^content-type:\s*([^;\r\n]+)/im', $head, $type) ? strtolower(trim($type[1])) : '');
}
