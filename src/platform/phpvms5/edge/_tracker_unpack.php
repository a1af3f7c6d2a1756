<?php
// Tracker edge 1.2.0-5
/*
 * Unpacks the program that was uploaded with this folder into the private place, by calls that each do what fits into their time. Plain PHP
 * 5.6, and nothing of a platform: the module of version 7 has a copy of this file.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

require_once __DIR__ . '/_tracker_private.php';
require_once __DIR__ . '/_tracker_packed.php';

/*
 * Unpacks for so many seconds: array('done' => bytes, 'all' => bytes, 'version' => '0.3.0', 'busy' => whether another request unpacks at
 * this moment, 'problem' => null | array(code, sentence)). Call it again until done is all. Each byte counts twice: written, and read back.
 * With a problem nothing is left of what was begun. The program that runs is not touched: tracker_use_program() chooses the new one.
 */
function tracker_unpack($parts, $place, $seconds)
{
    $result = array('done' => 0, 'all' => 0, 'version' => '', 'busy' => false, 'problem' => null);
    $until = microtime(true) + $seconds;
    $lock = false;
    try {
        tracker_unpack_require();
        $folder = $place . '/program';
        tracker_unpack_folder($folder);
        $lock = @fopen($folder . '/unpack.lock', 'c');
        if ($lock === false) {
            tracker_unpack_not_written($folder . '/unpack.lock');
        }
        $isBusy = 0;
        if (!@flock($lock, LOCK_EX | LOCK_NB, $isBusy)) {
            fclose($lock);
            $lock = false;
            if (!$isBusy) {
                tracker_unpack_no('cannot-lock', 'Files in ' . $folder . ' cannot be locked: choose a private place on another disk.');
            }
            $known = json_decode(tracker_place_text($folder, 'unpack.json'), true);
            $result['busy'] = true;
            $result['all'] = is_array($known) && isset($known['all']) ? (int) $known['all'] : 1;
            $result['done'] = is_array($known) && isset($known['done']) ? min((int) $known['done'], $result['all'] - 1) : 0;
            return $result;
        }
        $result = array_merge($result, tracker_unpack_some($parts, $folder, $until));
    } catch (Exception $e) {
        $result['problem'] = tracker_unpack_said($e);
    } catch (Throwable $e) {
        $result['problem'] = tracker_unpack_said($e);
    }
    if (is_resource($lock)) {
        if ($result['problem'] !== null) {
            tracker_unpack_clear($place . '/program');
        }
        flock($lock, LOCK_UN);
        fclose($lock);
    }
    return $result;
}

/* Makes an unpacked program the one that is started next, and remembers the one before. False when it is not there, or not written. */
function tracker_use_program($place, $version)
{
    if (!tracker_is_version($version) || !@is_file($place . '/program/' . $version . '/tracker')) {
        return false;
    }
    $before = tracker_place_text($place, 'program.txt');
    if ($before !== '' && $before !== $version && !tracker_place_write($place, 'program-before.txt', $before . "\n")) {
        return false;
    }
    return tracker_place_write($place, 'program.txt', $version . "\n");
}

/* A write that failed: nearly always there is no room. */
function tracker_unpack_not_written($path)
{
    $last = error_get_last();
    $why = $last === null ? '' : (string) $last['message'];
    if (preg_match('#permission|not permitted|open_basedir|read-only#i', $why)) {
        tracker_unpack_no('cannot-write', $path . ' cannot be written' . tracker_unpack_why() . '.');
    }
    tracker_unpack_no('disk-full', 'There is not enough room for the program: the disk or the quota of this account is full, or holds '
        . 'as many files as it may. Nothing half-made was left. Make room, then try again.');
}

function tracker_unpack_folder($folder)
{
    if (!@is_dir($folder) && !@mkdir($folder, 0700) && !@is_dir($folder)) {
        tracker_unpack_not_written($folder);
    }
}

/* The part of the work that fits in the time. The caller holds the lock. */
function tracker_unpack_some($parts, $folder, $until)
{
    $head = tracker_packed_head($parts);
    $version = $head['version'];
    $all = 2 * $head['size'];
    $machine = function_exists('php_uname') ? strtolower((string) @php_uname('m')) : '';
    $fits = array('x86_64' => 'linux-x64', 'amd64' => 'linux-x64', 'aarch64' => 'linux-arm64', 'arm64' => 'linux-arm64');
    if (isset($fits[$machine]) && $fits[$machine] !== $head['system']) {
        tracker_unpack_no('other-system', 'This program is for ' . $head['system'] . ', and this machine is ' . $fits[$machine] . ': upload '
            . 'the other zip.');
    }
    if (tracker_place_text($folder . '/' . $version, 'packed.txt') === $head['mark']) {
        return array('done' => $all, 'all' => $all, 'version' => $version);
    }
    $new = $folder . '/' . $version . '.new';
    $state = json_decode(tracker_place_text($folder, 'unpack.json'), true);
    if (!is_array($state) || !isset($state['next'], $state['done'], $state['mark']) || $state['mark'] !== $head['mark'] || !@is_dir($new)) {
        tracker_unpack_clear($folder);
        $free = function_exists('disk_free_space') ? @disk_free_space($folder) : false;
        if (is_float($free) && $free < $head['size'] + 1048576) {
            tracker_unpack_no('disk-full', 'The program needs ' . ceil($head['size'] / 1e6) . ' MB, and ' . floor($free / 1e6) . ' MB are free '
                . 'in ' . $folder . '. Make room, then try again.');
        }
        $state = array('mark' => $head['mark'], 'next' => 0, 'done' => 0, 'all' => $all);
        tracker_unpack_save($folder, $state);
        tracker_unpack_folder($new);
    }
    $savedAt = microtime(true);
    $index = 0;
    foreach (array('write', 'read back') as $step) {
        foreach ($head['files'] as $file) {
            $at = 0;
            foreach ($file['pieces'] as $piece) {
                if ($index >= $state['next']) {
                    if (microtime(true) >= $until) {
                        tracker_unpack_save($folder, $state);
                        return array('done' => min($state['done'], $all - 1), 'all' => $all, 'version' => $version);
                    }
                    if ($step === 'write') {
                        tracker_unpack_write($parts, $head, $new, $file, $piece, $at);
                    } else {
                        tracker_unpack_read_back($new, $file, $piece, $at);
                    }
                    $state['next'] = $index + 1;
                    $state['done'] += $piece['size'];
                    if (microtime(true) - $savedAt > 0.5) {
                        tracker_unpack_save($folder, $state);
                        $savedAt = microtime(true);
                    }
                }
                $index++;
                $at += $piece['size'];
            }
        }
    }
    tracker_unpack_finish($folder, $version, $head['mark']);
    return array('done' => $all, 'all' => $all, 'version' => $version);
}

function tracker_unpack_save($folder, $state)
{
    if (!tracker_place_write($folder, 'unpack.json', json_encode($state))) {
        tracker_unpack_not_written($folder . '/unpack.json');
    }
}

/* Writes one piece where it belongs; with the last one the file has its length and its mode. */
function tracker_unpack_write($parts, $head, $new, $file, $piece, $at)
{
    $packed = tracker_packed_read($parts, $head['sizes'], $head['start'] + $piece['at'], $piece['packed']);
    $text = @gzinflate($packed, $piece['size'] + 1024);
    unset($packed);
    if ($text === false || strlen($text) !== $piece['size'] || hash('sha256', $text) !== $piece['sha256']) {
        $index = (int) floor(($head['start'] + $piece['at']) / $head['partBytes']);
        $last = (int) floor(($head['start'] + $piece['at'] + max($piece['packed'], 1) - 1) / $head['partBytes']);
        $names = basename($parts[$index]) . ($last === $index ? '' : ' or ' . basename($parts[$last]));
        tracker_unpack_no('damaged', $names . ' was changed while it was uploaded (' . $file['path'] . ' in it is not whole). Upload it '
            . 'again; by FTP, choose binary mode.');
    }
    $path = $new . '/' . $file['path'];
    if (!@is_dir(dirname($path)) && !@mkdir(dirname($path), 0700, true) && !@is_dir(dirname($path))) {
        tracker_unpack_not_written(dirname($path));
    }
    $out = @fopen($path, 'cb');
    if ($out === false) {
        tracker_unpack_not_written($path);
    }
    fseek($out, $at);
    $written = 0;
    while ($written < strlen($text)) {
        $count = @fwrite($out, $written === 0 ? $text : substr($text, $written));
        if ($count === false || $count === 0) {
            fclose($out);
            tracker_unpack_not_written($path);
        }
        $written += $count;
    }
    if (!@fclose($out)) {
        tracker_unpack_not_written($path);
    }
    if (!@chmod($path, ($file['mode'] & 0111) === 0 ? 0600 : 0700)) {
        tracker_unpack_no('cannot-write', $path . ' cannot be made executable' . tracker_unpack_why() . '.');
    }
}

/* Reads one piece back from the disk. */
function tracker_unpack_read_back($new, $file, $piece, $at)
{
    $path = $new . '/' . $file['path'];
    $in = @fopen($path, 'rb');
    $text = '';
    if ($in !== false) {
        fseek($in, $at);
        while (strlen($text) < $piece['size']) {
            $read = fread($in, $piece['size'] - strlen($text));
            if ($read === false || $read === '') {
                break;
            }
            $text .= $read;
        }
        fclose($in);
    }
    if (strlen($text) !== $piece['size'] || hash('sha256', $text) !== $piece['sha256']) {
        tracker_unpack_no('disk-full', $path . ' could be written and not read back as it was: the disk or the quota of this account is '
            . 'full, or the disk is damaged. Nothing half-made was left.');
    }
    $end = 0;
    foreach ($file['pieces'] as $each) {
        $end += $each['size'];
    }
    if ($at + $piece['size'] !== $end) {
        return;
    }
    clearstatcache(true, $path);
    if (@filesize($path) !== $end) {
        tracker_unpack_no('damaged', $path . ' has another size than it must have.');
    }
    if (($file['mode'] & 0111) !== 0 && !@is_executable($path)) {
        tracker_unpack_no('cannot-execute', 'Programs in ' . dirname($new) . ' cannot be executed: this place is mounted so (noexec), or '
            . 'your host forbids it. Choose another private place, or ask your host.');
    }
}

/* The whole program takes its place by one rename. One of the same version that is another build is put aside first. */
function tracker_unpack_finish($folder, $version, $mark)
{
    $target = $folder . '/' . $version;
    if (!tracker_place_write($target . '.new', 'packed.txt', $mark . "\n")) {
        tracker_unpack_not_written($target . '.new/packed.txt');
    }
    $old = @file_exists($target) ? $target . '.old' : null;
    if ($old !== null) {
        tracker_unpack_delete($old);
        if (!@rename($target, $old)) {
            tracker_unpack_no('cannot-write', $target . ' cannot be replaced' . tracker_unpack_why() . '.');
        }
    }
    if (!@rename($target . '.new', $target)) {
        if ($old !== null) {
            @rename($old, $target);
        }
        tracker_unpack_no('cannot-write', $target . ' cannot be put in its place' . tracker_unpack_why() . '.');
    }
    tracker_unpack_clear($folder);
}

/* Takes away what was begun and is not whole, what was put aside, and halves of files that a request left. */
function tracker_unpack_clear($folder)
{
    @unlink($folder . '/unpack.json');
    foreach ((array) @scandir($folder) as $name) {
        $isOld = preg_match('#^(\d[\w.+-]*)\.old$#D', (string) $name, $match);
        if ($isOld && !@file_exists($folder . '/' . $match[1])) {
            // Ended between the two renames: this is the program as it was.
            @rename($folder . '/' . $name, $folder . '/' . $match[1]);
        } elseif ($isOld || preg_match('#^(\d[\w.+-]*\.new|\.half-.*)$#D', (string) $name)) {
            tracker_unpack_delete($folder . '/' . $name);
        }
    }
}

/* A file, a link, or a folder with all that is in it; a link is not followed. */
function tracker_unpack_delete($path)
{
    if (@is_link($path) || !@is_dir($path)) {
        @unlink($path);
        return;
    }
    foreach ((array) @scandir($path) as $name) {
        if ($name !== '.' && $name !== '..' && (string) $name !== '') {
            tracker_unpack_delete($path . '/' . $name);
        }
    }
    @rmdir($path);
}
