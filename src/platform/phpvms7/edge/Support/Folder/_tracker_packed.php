<?php
// Made by npm run generate from _tracker_packed.php of phpVMS 5's edge.
// Tracker edge 1.2.0-5
/*
 * The packed program, as it was uploaded with this folder. Its parts together are one file: a line with its format, a line with the length
 * and checksum of the head, the head as JSON, then the pieces of all files, each by itself as raw deflate. Plain PHP 5.6, and nothing of a
 * platform: the module of version 7 has a copy of this file.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

define('TRACKER_PACKED_FIRST_LINE', "TRACKER-PROGRAM 1\n");
define('TRACKER_PACKED_MAX_PIECE', 4194304);
define('TRACKER_PACKED_MAX_HEAD', 16777216);

/* The packed programs in a folder: array('linux-x64' => array(paths of its parts, in order)). */
function tracker_packed($folder)
{
    $found = array();
    foreach ((array) @scandir($folder) as $name) {
        if (preg_match('#^program-([a-z]+-[a-z0-9]+)\.part([1-9][0-9]?)$#D', (string) $name, $match)) {
            $found[$match[1]][(int) $match[2]] = $folder . '/' . $name;
        }
    }
    foreach ($found as $system => $parts) {
        ksort($parts);
        $found[$system] = array_values($parts);
    }
    return $found;
}

/* Takes the packed programs and what signs them out of a folder, and the folder when nothing else is in it. False when something stays. */
function tracker_remove_packed($folder)
{
    $stays = false;
    foreach ((array) @scandir($folder) as $name) {
        $isOurs = preg_match('#^(\.htaccess|program-[a-z]+-[a-z0-9]+\.(part[1-9][0-9]?|sig|keys))$#D', (string) $name);
        if ($isOurs && !@unlink($folder . '/' . $name)) {
            $stays = true;
        }
    }
    @rmdir($folder);
    return !$stays;
}

/*
 * What the parts hold, without unpacking: array('version' => '0.3.0', 'system' => 'linux-x64', 'size' => bytes when unpacked,
 * 'problem' => null | array(code, sentence)).
 */
function tracker_packed_version($parts)
{
    try {
        $head = tracker_packed_head($parts);
        return array('version' => $head['version'], 'system' => $head['system'], 'size' => $head['size'], 'problem' => null);
    } catch (Exception $e) {
        $problem = $e;
    } catch (Throwable $e) {
        $problem = $e;
    }
    return array('version' => '', 'system' => '', 'size' => 0, 'problem' => tracker_unpack_said($problem));
}

function tracker_is_version($version)
{
    return is_string($version) && preg_match('#^\d{1,6}\.\d{1,6}\.\d{1,6}(-dev(\+[0-9a-f]{7})?)?$#D', $version) === 1;
}

/* Reads bytes of the one file that the parts are. Sizes: of each part, in order. */
function tracker_packed_read($parts, $sizes, $at, $length)
{
    $text = '';
    foreach ($parts as $index => $part) {
        if ($at < $sizes[$index] && $length > 0) {
            $here = min($length, $sizes[$index] - $at);
            $file = @fopen($part, 'rb');
            if ($file === false) {
                tracker_unpack_no('cannot-read', basename($part) . ' cannot be read' . tracker_unpack_why() . '.');
            }
            fseek($file, $at);
            while ($here > 0) {
                $read = fread($file, $here);
                if ($read === false || $read === '') {
                    break;
                }
                $text .= $read;
                $at += strlen($read);
                $length -= strlen($read);
                $here -= strlen($read);
            }
            fclose($file);
            if ($here > 0) {
                tracker_unpack_no('damaged', basename($part) . ' ended while it was read. Upload it again.');
            }
        }
        $at -= $sizes[$index];
    }
    return $text;
}

/* The head, checked: with 'start', where the pieces begin, 'sizes' of the parts and 'mark', its checksum. */
function tracker_packed_head($parts)
{
    tracker_unpack_require();
    if (count($parts) === 0) {
        tracker_unpack_no('no-program', 'There is no packed program in this folder: upload the whole zip.');
    }
    $sizes = array();
    foreach ($parts as $index => $part) {
        clearstatcache(true, $part);
        $sizes[$index] = (int) @filesize($part);
        if (!preg_match('#\.part' . ($index + 1) . '$#D', $part)) {
            $missing = preg_replace('#\d+$#D', (string) ($index + 1), basename($part));
            tracker_unpack_no('part-missing', $missing . ' is missing beside the other parts of the program. Upload it.');
        }
    }
    $length = strlen(TRACKER_PACKED_FIRST_LINE);
    $first = tracker_packed_read($parts, $sizes, 0, $length + 74);
    $upload = basename($parts[0]) . ' is no program of Tracker, or was changed while it was uploaded. Upload it again; by FTP, '
        . 'choose binary mode.';
    $isPacked = strncmp($first, TRACKER_PACKED_FIRST_LINE, $length) === 0;
    if (!$isPacked || !preg_match('#^(\d{8}) ([0-9a-f]{64})\n$#D', substr($first, $length), $match)) {
        tracker_unpack_no('damaged', $upload);
    }
    $text = (int) $match[1] > TRACKER_PACKED_MAX_HEAD ? '' : tracker_packed_read($parts, $sizes, $length + 74, (int) $match[1]);
    if (hash('sha256', $text) !== $match[2]) {
        tracker_unpack_no('damaged', $upload);
    }
    $head = json_decode($text, true);
    if (!is_array($head)) {
        tracker_unpack_no('damaged', $upload);
    }
    tracker_packed_check($head);
    $head['start'] = $length + 74 + (int) $match[1];
    $head['sizes'] = $sizes;
    $head['mark'] = $match[2];
    tracker_packed_whole($parts, $sizes, $head);
    return $head;
}

/* Every part has the size that it must have. */
function tracker_packed_whole($parts, $sizes, $head)
{
    $left = $head['start'] + $head['packed'];
    foreach ($sizes as $index => $size) {
        $must = min($left, $head['partBytes']);
        if ($size !== $must || $must === 0) {
            tracker_unpack_no('incomplete', basename($parts[$index]) . ' has ' . $size . ' bytes and must have ' . $must . '. Upload it '
                . 'again; by FTP, choose binary mode. Where the folder had an older version, delete its parts first.');
        }
        $left -= $must;
    }
    if ($left > 0) {
        $missing = preg_replace('#\d+$#D', (string) (count($parts) + 1), basename($parts[0]));
        tracker_unpack_no('part-missing', $missing . ' is missing beside the other parts of the program. Upload it.');
    }
}

function tracker_packed_count($list, $name, $max)
{
    return isset($list[$name]) && is_int($list[$name]) && $list[$name] >= 0 && $list[$name] <= $max;
}

/* What every head must be: nothing is written outside the folder of the program, and no piece fills the memory. */
function tracker_packed_check($head)
{
    $isHead = isset($head['version'], $head['system'], $head['files']) && tracker_is_version($head['version']) && is_array($head['files'])
        && is_string($head['system']) && preg_match('#^[a-z]+-[a-z0-9]+$#D', $head['system'])
        && tracker_packed_count($head, 'size', PHP_INT_MAX) && tracker_packed_count($head, 'packed', PHP_INT_MAX)
        && tracker_packed_count($head, 'partBytes', PHP_INT_MAX) && $head['partBytes'] > 0;
    $size = 0;
    foreach ($isHead ? $head['files'] : array() as $file) {
        if (!isset($file['path'], $file['mode'], $file['pieces']) || !is_array($file['pieces']) || !is_int($file['mode'])) {
            $isHead = false;
            break;
        }
        if (!tracker_unpack_is_inside($file['path'])) {
            tracker_unpack_no('unsafe', 'The packed program names a file that would lie outside its folder. It is not used.');
        }
        foreach ($file['pieces'] as $piece) {
            $isPiece = is_array($piece) && tracker_packed_count($piece, 'at', $head['packed'])
                && tracker_packed_count($piece, 'packed', TRACKER_PACKED_MAX_PIECE + 65536)
                && tracker_packed_count($piece, 'size', TRACKER_PACKED_MAX_PIECE) && $piece['at'] + $piece['packed'] <= $head['packed']
                && isset($piece['sha256']) && is_string($piece['sha256']);
            $isHead = $isHead && $isPiece;
            $size += $isPiece ? $piece['size'] : 0;
        }
    }
    if (!$isHead || $size !== $head['size']) {
        tracker_unpack_no('damaged', 'The packed program has another form than this folder can read: upload the whole folder again.');
    }
}

/* Relative, in plain characters, and without a way up. */
function tracker_unpack_is_inside($path)
{
    return is_string($path) && strlen($path) <= 500 && preg_match('#^[A-Za-z0-9._@+-]+(/[A-Za-z0-9._@+-]+)*$#D', $path) === 1
        && preg_match('#(^|/)\.\.?(/|$)#', $path) === 0;
}

function tracker_unpack_require()
{
    $needed = array('gzinflate' => 'zlib', 'hash' => 'hash', 'json_decode' => 'json');
    foreach ($needed as $name => $extension) {
        if (!function_exists($name)) {
            tracker_unpack_no('no-' . $extension, 'PHP lacks its extension ' . $extension . ', without which the program cannot be '
                . 'unpacked: switch it on where the panel of your host chooses the version of PHP, or ask your host.');
        }
    }
    foreach (array('chmod', 'flock', 'rename', 'unlink') as $name) {
        if (!function_exists($name)) {
            tracker_unpack_no('no-function', 'Your host forbids PHP to call ' . $name . ' (disable_functions), without which the program '
                . 'cannot be unpacked.');
        }
    }
}

function tracker_unpack_no($code, $sentence)
{
    throw new RuntimeException($code . ' ' . $sentence);
}

/* A problem as the callers have it; what nobody foresaw too. */
function tracker_unpack_said($problem)
{
    $said = explode(' ', $problem->getMessage(), 2);
    $isOurs = $problem instanceof RuntimeException && count($said) === 2 && preg_match('#^[a-z]+(-[a-z]+)*$#D', $said[0]);
    return $isOurs ? $said : array('failed', 'PHP could not unpack the program: ' . $problem->getMessage());
}

/* What PHP said of the last failure, in brackets. */
function tracker_unpack_why()
{
    $last = error_get_last();
    $text = $last === null ? '' : trim(preg_replace('#^\w+\([^)]*\): *|^failed to open stream: *#i', '', (string) $last['message']));
    return $text === '' ? '' : ' (' . $text . ')';
}
