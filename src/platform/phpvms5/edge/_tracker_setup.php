<?php
// Tracker edge 1.2.0-5
/*
 * Set-up in the browser: chooses the private place, unpacks by steps, starts, and removes again. What it knows lies on the disk, so that
 * each request continues where the last one ended. Plain PHP 5.6, and nothing of a platform: the module of version 7 has a copy of this file.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

foreach (array('_tracker_private.php', '_tracker_look.php', '_tracker_unpack.php', '_tracker_start.php') as $tracker_setup_part) {
    require_once __DIR__ . '/' . $tracker_setup_part;
}
/* What a page may take for unpacking, in seconds: hosts end requests after 30. */
define('TRACKER_SETUP_SECONDS', 4);
/* Older than this, in seconds, the half of a file is nobody's. */
define('TRACKER_SETUP_HALF_SECONDS', 600);
define('TRACKER_SETUP_BUSY', 'Another page of this set-up works at the moment. This page loads itself again.');

/*
 * Where set-up stands: array('step' => 'look' | 'parts' | 'update' | 'unpack' | 'start' | 'runs', 'place', 'version', 'packed' => version
 * that can be unpacked or ''). Beside what tracker_look() is given, $site has 'phpvms' (5 or 7), 'status' (where the
 * server is asked through the site) and its 'statusPath', 'placeFile' with 'placeText' (two
 * texts, before and behind the place in it), 'keyFile' ('' for none) with 'keyText', and 'gone' (files that removal deletes).
 */
function tracker_setup_now($site)
{
    $now = array('step' => 'look', 'place' => tracker_place($site['placeFile']), 'version' => '', 'packed' => '', 'problem' => null);
    $parts = tracker_parts($site);
    if (count($parts) > 0) {
        $packed = tracker_packed_version($parts);
        $now['packed'] = $packed['version'];
        $now['problem'] = $packed['problem'];
    }
    if ($now['place'] === null || !tracker_place_is_ours($now['place'], $site['folder'])) {
        return $now;
    }
    $now['version'] = tracker_place_text($now['place'], 'program.txt');
    if (!tracker_is_version($now['version']) || !@is_file($now['place'] . '/program/' . $now['version'] . '/tracker')) {
        $now['version'] = '';
    }
    if ($now['packed'] !== '' && $now['packed'] !== $now['version']) {
        $now['step'] = tracker_place_text($now['place'], 'unpack.txt') === $now['packed'] ? 'unpack' : 'update';
        return $now;
    }
    if ($now['version'] === '') {
        $now['step'] = 'parts';
        return $now;
    }
    $now['step'] = tracker_start_accepts($now['place']) ? 'runs' : 'start';
    return $now;
}

/*
 * One at a time: returns what $do returns, or TRACKER_SETUP_BUSY when another request of set-up works at this moment. The lock is on this
 * very file, which is there before anything else is.
 */
function tracker_setup_alone($do, $site, $input)
{
    $lock = @fopen(__FILE__, 'rb');
    $isBusy = 0;
    if ($lock !== false && !@flock($lock, LOCK_EX | LOCK_NB, $isBusy) && $isBusy) {
        fclose($lock);
        return TRACKER_SETUP_BUSY;
    }
    $said = call_user_func($do, $site, $input);
    if ($lock !== false) {
        @flock($lock, LOCK_UN);
        fclose($lock);
    }
    return $said;
}

/* Chooses and makes the private place, with all that set-up writes before the program is there. Null, or why not: then nothing is left. */
function tracker_setup_begin($site, $input)
{
    $named = isset($input['place']) && is_string($input['place']) ? trim($input['place']) : '';
    $now = tracker_setup_now($site);
    if ($now['problem'] !== null) {
        return $now['problem'][1];
    }
    if ($now['step'] !== 'look') {
        return tracker_setup_agree($now);
    }
    if ($now['packed'] === '') {
        return 'The packed program for this machine is not in ' . $site['parts'] . ': upload the whole folder again.';
    }
    $chosen = null;
    $why = array();
    foreach (tracker_candidates(array_merge($site, array('named' => $named))) as $candidate) {
        if ($candidate['why'] === null && $chosen === null && ($named === '' || $candidate['kind'] === 'named')) {
            $chosen = $candidate['path'];
        }
        $why[] = $candidate['why'];
    }
    if ($chosen === null) {
        return $named === '' ? 'No private folder can be used: name one.' : 'The folder ' . $named . ' cannot be used: ' . $why[0] . '.';
    }
    $isMade = !@is_dir($chosen);
    if (($isMade && !@mkdir($chosen, 0700)) || @is_link($chosen) || !@chmod($chosen, 0700)) {
        return 'The folder ' . $chosen . ' could not be made, or is not of this account.';
    }
    $hadKey = $site['keyFile'] === '' || @file_exists($site['keyFile']);
    $problem = tracker_setup_fill($chosen, $site, $now['packed']);
    if ($problem !== null) {
        tracker_setup_empty($chosen, $site, $isMade);
        if (!$hadKey) {
            @unlink($site['keyFile']);
        }
    }
    return $problem;
}

/* The operator agreed to this version: from now on each page unpacks a part of it. */
function tracker_setup_agree($now)
{
    if ($now['step'] !== 'update') {
        return null;
    }
    return tracker_place_write($now['place'], 'unpack.txt', $now['packed'] . "\n") ? null : tracker_setup_full($now['place'] . '/unpack.txt');
}

/* The same version again, where it does not start: what is there of it does not count. */
function tracker_setup_repair($site, $input)
{
    $now = tracker_setup_now($site);
    if ($now['step'] === 'start' && $now['packed'] === $now['version']) {
        @unlink($now['place'] . '/program/' . $now['version'] . '/packed.txt');
        @unlink($now['place'] . '/program.txt');
    }
    return tracker_setup_agree(tracker_setup_now($site));
}

function tracker_setup_full($file)
{
    return $file . ' could not be written: the disk or your quota is full, or PHP may not write there. Nothing was changed.';
}

/* Halves of files, left by requests that the host ended while they wrote. A young one may be another's who writes at this moment. */
function tracker_setup_sweep($folder)
{
    foreach ((array) @scandir($folder) as $name) {
        $file = $folder . '/' . $name;
        if (preg_match('/^(\.half-[0-9a-f]{16}|_tracker_half_[0-9a-f]{16}\.php)$/D', (string) $name) && @filemtime($file) < time() - TRACKER_SETUP_HALF_SECONDS) {
            @unlink($file);
        }
    }
}

function tracker_setup_fill($place, $site, $version)
{
    $texts = array(
        'set-up-of.txt' => $site['folder'] . "\n",
        'keep' => "#!/bin/sh\n# For cron: starts Tracker where it does not run.\nexec '" . $place . "/program/'\"$(cat '" . $place . "/program.txt')\"/tracker keep --place '" . $place . "'\n",
        'unpack.txt' => $version . "\n",
    );
    foreach ($texts as $name => $text) {
        if (!tracker_place_write($place, $name, $text)) {
            return tracker_setup_full($place . '/' . $name);
        }
    }
    if (!@is_dir($place . '/data') && !@mkdir($place . '/data', 0700)) {
        return tracker_setup_full($place . '/data');
    }
    if ($site['keyFile'] !== '' && !@file_exists($site['keyFile'])) {
        $key = bin2hex(tracker_random(32));
        if (!tracker_write($site['keyFile'], $site['keyText'][0] . $key . $site['keyText'][1], 0600)) {
            return tracker_setup_full($site['keyFile']);
        }
    }
    if (!tracker_write($site['placeFile'], $site['placeText'][0] . $place . $site['placeText'][1], 0600)) {
        return tracker_setup_full($site['placeFile']);
    }
    return null;
}

/* What a beginning that failed had made. Data of before stay, and so does the mark by which they are known. */
function tracker_setup_empty($place, $site, $isMade)
{
    @unlink($place . '/keep');
    @unlink($place . '/unpack.txt');
    if (tracker_place($site['placeFile']) === $place) {
        @unlink($site['placeFile']);
    }
    if (@rmdir($place . '/data') || !@file_exists($place . '/data')) {
        @unlink($place . '/set-up-of.txt');
    }
    if ($isMade) {
        @rmdir($place);
    }
}

/*
 * Unpacks for some seconds, and when all is there makes it the program that runs: array('done', 'all', 'problem' => null or a sentence).
 */
function tracker_setup_unpack($site, $input)
{
    $now = tracker_setup_now($site);
    if ($now['step'] !== 'unpack') {
        return array('done' => 1, 'all' => 1, 'problem' => null);
    }
    $place = $now['place'];
    $step = tracker_unpack(tracker_parts($site), $place, TRACKER_SETUP_SECONDS);
    $problem = $step['problem'] === null ? null : $step['problem'][1];
    if ($problem === null && $step['all'] > 0 && $step['done'] >= $step['all']) {
        $problem = tracker_setup_use($site, $place, $step['version']);
    }
    if ($problem !== null) {
        @unlink($place . '/unpack.txt');
    }
    return array('done' => $step['done'], 'all' => $step['all'], 'problem' => $problem);
}

/* Tries whether the program runs on this machine, then chooses it and takes the packed parts out of the public folder. */
function tracker_setup_use($site, $place, $version)
{
    $node = $place . '/program/' . $version . '/node/bin/node';
    $said = tracker_look_run("'" . $node . "' --version 2>&1");
    if ($said !== null && !preg_match('/^v\d+\./', trim($said))) {
        $short = trim(preg_replace('/[^\x20-\x7e]+/', ' ', substr($said, 0, 300)));
        return 'The program was unpacked, but does not start on this host' . ($short === '' ? '' : ': ' . $short)
            . '. Most often the C library is older than glibc 2.28, the disk is mounted noexec, or the address space is limited (ulimit -v). Ask your host about these three.';
    }
    if (!tracker_setup_decide($site, $place, array())) {
        return tracker_setup_full($place . '/folder.json');
    }
    // For a panel that starts programs of Node: its startup file has the same name after each update.
    $startup = @file_get_contents($place . '/program/' . $version . '/bin/app.cjs');
    if ($startup !== false && !tracker_place_write($place, 'app.cjs', $startup)) {
        return tracker_setup_full($place . '/app.cjs');
    }
    if (!tracker_use_program($place, $version)) {
        return tracker_setup_full($place . '/program.txt');
    }
    @unlink($place . '/unpack.txt');
    tracker_remove_packed($site['parts']);
    foreach (array($place, dirname($site['placeFile'])) as $folder) {
        tracker_setup_sweep($folder);
    }
    return null;
}

/* Writes folder.json: what was decided before stays, but for $changes. */
function tracker_setup_decide($site, $place, $changes)
{
    $before = json_decode(tracker_place_text($place, 'folder.json'), true);
    $starters = tracker_starters();
    $decided = $changes + (is_array($before) ? $before : array()) + array('sleeps' => false, 'listen' => 'unix:' . $place . '/tracker.sock');
    $isByPanel = isset($decided['wake']) && $decided['wake'] !== '';
    $decided['startBy'] = $isByPanel ? 'passenger' : (count($starters) > 0 ? $starters[0] : 'cron');
    $decided['crewCenter'] = $site['folder'];
    $decided['phpvms'] = $site['phpvms'];
    return tracker_place_write($place, 'folder.json', json_encode($decided) . "\n");
}

/* Starts the server, and returns what to say while it does not run: array('problem' => null or a sentence, 'log' => its last lines). */
function tracker_setup_start($site, $place)
{
    $state = tracker_start($place);
    $problem = $state['problem'] === null ? null : $state['problem'][1];
    return array('problem' => $problem, 'code' => $state['problem'] === null ? '' : $state['problem'][0], 'log' => tracker_setup_log($place));
}

function tracker_setup_log($place)
{
    $file = $place . '/server.log';
    $size = @is_file($file) ? (int) @filesize($file) : 0;
    $text = $size === 0 ? '' : (string) @file_get_contents($file, false, null, max(0, $size - 4000));
    return implode("\n", array_slice(explode("\n", trim($text)), -12));
}

/*
 * Asks the server through the site, as a client does: array('state' => 'ok' | 'wrong' | 'unknown', 'says'). Unknown when the host does
 * not let PHP call its own site: then the visitor's browser asks.
 */
function tracker_setup_ask($site)
{
    $answer = tracker_http_get($site['status'], 6);
    if ($answer === null) {
        return array('state' => 'unknown', 'says' => 'PHP got no answer from its own site: many hosts do not let it ask, or the site is slow. So your browser asks instead.');
    }
    $said = json_decode($answer['body'], true);
    if ($answer['status'] === 200 && is_array($said) && isset($said['success']) && $said['success'] === true) {
        return array('state' => 'ok', 'says' => 'It answers through the site.');
    }
    $message = is_array($said) && isset($said['message']) && is_string($said['message']) ? $said['message'] : 'what answers there is not Tracker';
    return array('state' => 'wrong', 'says' => 'Status ' . $answer['status'] . ' through the site: ' . $message);
}

/*
 * Takes away what set-up made; the server has ended before. With $input['data'] also flights, PIREPs that were not delivered, and
 * settings; else they stay. Returns a list of what stays, each as a sentence.
 */
function tracker_setup_remove($site, $input)
{
    $place = tracker_place($site['placeFile']);
    $stays = array();
    if ($place !== null && tracker_place_is_ours($place, $site['folder'])) {
        $keepsData = !isset($input['data']) || $input['data'] !== 'delete';
        // First: deleting takes long on some disks, and a client's call or another page would start it again meanwhile.
        @unlink($place . '/program.txt');
        foreach ((array) @scandir($place) as $name) {
            if ($name === '.' || $name === '..' || ($name === 'data' && $keepsData) || $name === 'set-up-of.txt') {
                continue;
            }
            tracker_setup_delete($place . '/' . $name);
        }
        if ($keepsData && @is_dir($place . '/data') && count((array) @scandir($place . '/data')) > 2) {
            $stays[] = $place . '/data: your flights and settings, for a later set-up. Delete it by FTP when you do not want them.';
        } else {
            @rmdir($place . '/data');
            @unlink($place . '/set-up-of.txt');
            if (!@rmdir($place)) {
                $isEmpty = count((array) @scandir($place)) <= 2;
                $stays[] = $place . ($isEmpty ? ': the empty folder. Delete it by FTP.' : ': not everything in it could be deleted.');
            }
        }
    }
    tracker_remove_packed($site['parts']);
    foreach (array_merge($site['gone'], array($site['keyFile'], $site['placeFile'])) as $file) {
        if ($file !== '' && @file_exists($file) && !@unlink($file)) {
            $stays[] = $file . ': could not be deleted.';
        }
    }
    return $stays;
}

/* Files, links (never what they lead to) and folders with all in them. */
function tracker_setup_delete($path)
{
    if (@is_link($path) || !@is_dir($path)) {
        return @unlink($path);
    }
    foreach ((array) @scandir($path) as $name) {
        if ($name !== '.' && $name !== '..') {
            tracker_setup_delete($path . '/' . $name);
        }
    }
    return @rmdir($path);
}
