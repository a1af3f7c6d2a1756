<?php
// Tracker edge 1.2.0-5
/*
 * What this host allows: looked at before anything is unpacked or started, and said in plain words. Plain PHP 5.6, and nothing of a
 * platform: the module of version 7 has a copy of this file.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

require_once __DIR__ . '/_tracker_private.php';
require_once __DIR__ . '/_tracker_places.php';

/* Unpacked twice (the version before is kept for a return), with room for data. */
define('TRACKER_LOOK_DISK_MB', 400);
/* What Node 24 reserves at its start: measured, between 1,000,000 and 1,500,000 KiB. */
define('TRACKER_LOOK_ADDRESS_SPACE_MB', 1465);
define('TRACKER_LOOK_MEMORY_MB', 256);
define('TRACKER_LOOK_PROCESSES', 20);

/*
 * Findings: list of array('name', 'level' => 'ok'|'warning'|'serious', 'says', 'cure'). $site: array of
 * 'folder' (of the crew center), 'docroot' ('' when unknown), 'public' (list of further public folders), 'url' (of 'folder', or of
 * what is served of it), 'parts' (folder of the packed program), 'named' (a place that was named, or ''), 'storage' (a private folder
 * of the platform, or ''), 'inside' (a public folder whose `storage` may be used if the web server denies it, or '').
 */
function tracker_look($site)
{
    $candidates = tracker_candidates($site);
    $usable = array_values(array_filter($candidates, 'tracker_look_is_usable'));
    $best = count($usable) > 0 ? $usable[0] : null;
    $parent = $best === null ? $site['folder'] : (is_dir($best['path']) ? $best['path'] : dirname($best['path']));
    return array_merge(
        tracker_look_php(),
        tracker_look_starters(),
        array(tracker_look_place($candidates, $best)),
        tracker_look_machine($site),
        $best === null ? array() : array(tracker_look_execute($best['path'])),
        tracker_look_limits(),
        array(tracker_look_space($parent))
    );
}

function tracker_finding($name, $level, $says, $cure = '')
{
    return array('name' => $name, 'level' => $level, 'says' => $says, 'cure' => $cure);
}

function tracker_look_is_usable($candidate)
{
    return $candidate['why'] === null;
}

function tracker_look_php()
{
    $found = array(tracker_finding('php', 'ok', 'PHP ' . PHP_VERSION . ' (' . PHP_SAPI . ') runs here.'));
    if (!function_exists('gzinflate')) {
        $found[] = tracker_finding('zlib', 'serious', 'PHP’s extension zlib is missing: the program cannot be unpacked.', 'Switch zlib on in the PHP selector of your panel, or ask your host.');
    }
    if (tracker_random(16) === null) {
        $found[] = tracker_finding('random', 'serious', 'PHP has no source of random bytes: no key can be made.', 'Switch the extension openssl on in the PHP selector of your panel.');
    }
    if (trim((string) ini_get('open_basedir')) !== '') {
        $found[] = tracker_finding('open_basedir', 'ok', 'PHP may only use these folders (open_basedir): ' . ini_get('open_basedir') . '.');
    }
    return $found;
}

/* The functions that may start a program, best first. */
function tracker_starters()
{
    $forbidden = array_map('trim', explode(',', strtolower((string) ini_get('disable_functions') . ',' . (string) ini_get('suhosin.executor.func.blacklist'))));
    $live = array();
    foreach (array('proc_open', 'exec', 'popen', 'shell_exec') as $name) {
        if (function_exists($name) && !in_array($name, $forbidden, true)) {
            $live[] = $name;
        }
    }
    return $live;
}

function tracker_look_starters()
{
    $live = tracker_starters();
    if (count($live) > 0) {
        return array(tracker_finding('start', 'ok', 'PHP may start programs (' . implode(', ', $live) . '): Tracker starts by itself, and again when it was ended.'));
    }
    return array(tracker_finding(
        'start',
        'warning',
        'PHP may start no program here: proc_open, exec, popen and shell_exec are switched off.',
        'A line for cron starts Tracker instead; it is shown at the end. Without cron, ask your host to allow proc_open.'
    ));
}

function tracker_look_place($candidates, $place)
{
    if ($place !== null && $place['kind'] === 'inside') {
        return tracker_finding(
            'place',
            'warning',
            'The program and its data go to ' . $place['path'] . ', inside the public folder; the web server denies it, as it was asked just now.',
            'A folder outside the public one is safer: ask your host to allow PHP one (open_basedir).'
        );
    }
    if ($place !== null && !$place['isAsked']) {
        return tracker_finding(
            'place',
            'warning',
            'The program and its data go to ' . $place['path'] . ', beside the public folder. Whether an address of this site leads there could not be asked: this host does not let PHP call its own site.',
            'If it has further addresses (subdomains, aliases), none of them may show that folder; else name another one below. The server looks again when it starts, and gives nothing to a place that it sees shown.'
        );
    }
    if ($place !== null) {
        return tracker_finding('place', 'ok', 'The program and its data go to ' . $place['path'] . ', outside what visitors can open.');
    }
    $tried = array();
    $isOpen = false;
    foreach ($candidates as $candidate) {
        $tried[] = $candidate['path'] . ' (' . $candidate['why'] . ')';
        $isOpen = $isOpen || strpos($candidate['why'], 'other accounts') === 0;
    }
    return tracker_finding(
        'place',
        'serious',
        'No folder outside the public one can be used. Tried: ' . (count($tried) > 0 ? implode('; ', $tried) : 'nothing, as none is known') . '.',
        ($isOpen ? 'Set the rights of the folders that other accounts may change to 755 instead of 777. Or make' : 'Make')
            . ' a folder beside the public one with the file manager of your panel or by FTP, and name it below.'
    );
}

/* 'x86_64' and the like. Hosts forbid PHP to say it: then a program is asked, and where none may be started it is what nearly all hosts have. */
function tracker_look_hardware()
{
    $name = function_exists('php_uname') ? php_uname('m') : trim((string) tracker_look_run('uname -m 2>/dev/null'));
    return $name === '' ? 'x86_64' : $name;
}

/* 'x64', 'arm64', or null for a machine that no packed program is made for. */
function tracker_machine()
{
    $names = array('x86_64' => 'x64', 'amd64' => 'x64', 'aarch64' => 'arm64', 'arm64' => 'arm64');
    $name = strtolower(tracker_look_hardware());
    return PHP_OS === 'Linux' && isset($names[$name]) && PHP_INT_SIZE === 8 ? $names[$name] : null;
}

/* The pieces of the packed program for this machine, in order. */
function tracker_parts($site)
{
    $found = tracker_machine() === null ? array() : @glob($site['parts'] . '/program-linux-' . tracker_machine() . '.part*');
    $parts = is_array($found) ? $found : array();
    natsort($parts);
    return array_values($parts);
}

function tracker_look_machine($site)
{
    $machine = tracker_machine();
    if ($machine === null) {
        return array(tracker_finding(
            'machine',
            'serious',
            'This machine is ' . PHP_OS . ' ' . tracker_look_hardware() . ': the program is made for Linux on x86_64 and aarch64, with 64 bits.',
            'Ask your host for a server of that kind, or let Tracker run on another machine.'
        ));
    }
    $found = array(tracker_look_libc());
    if (count(tracker_parts($site)) === 0) {
        $found[] = tracker_finding(
            'parts',
            'warning',
            'The packed program for this machine (program-linux-' . $machine . '.part1 and following) is not in ' . $site['parts'] . '.',
            'Unless it was unpacked before: upload the whole folder again, all its parts.'
        );
    }
    return $found;
}

function tracker_look_libc()
{
    $version = tracker_libc();
    if ($version === 'musl') {
        return tracker_finding('libc', 'serious', 'This machine has the C library musl; the program needs glibc 2.28.', 'Ask your host for a server with glibc 2.28 or newer.');
    }
    if ($version === null) {
        return tracker_finding('libc', 'warning', 'Which C library this machine has cannot be seen.', 'The program needs glibc 2.28 or newer; whether it starts shows below, once it is unpacked.');
    }
    if (version_compare($version, '2.28', '<')) {
        return tracker_finding('libc', 'serious', 'This machine has glibc ' . $version . '; the program needs 2.28.', 'Ask your host for a newer server: a system of 2018 or later has it.');
    }
    return tracker_finding('libc', 'ok', 'Linux, ' . tracker_look_hardware() . ', glibc ' . $version . ': the program fits.');
}

/* The version of glibc, 'musl', or null when it cannot be seen. Read from its file; where PHP may not read that, asked by a program. */
function tracker_libc()
{
    $machine = tracker_look_hardware();
    foreach (array('/lib/' . $machine . '-linux-gnu/libc.so.6', '/lib64/libc.so.6', '/usr/lib64/libc.so.6', '/usr/lib/libc.so.6', '/lib/libc.so.6') as $file) {
        $text = @is_readable($file) ? (string) @file_get_contents($file, false, null, 0, 8 * 1048576) : '';
        if (preg_match('/GNU C Library[^\n]{0,200}? version (\d+\.\d+)/', $text, $match)) {
            return $match[1];
        }
    }
    $said = (string) tracker_look_run('getconf GNU_LIBC_VERSION 2>/dev/null || ldd --version 2>&1');
    if (preg_match('/(?:glibc|GLIBC|GNU libc)\D{0,60}?(\d+\.\d+)|\bldd \([^)]*\) (\d+\.\d+)/', $said, $match)) {
        return $match[count($match) - 1];
    }
    $musl = @glob('/lib/ld-musl-*');
    return stripos($said, 'musl') !== false || (is_array($musl) && count($musl) > 0) ? 'musl' : null;
}

/* What a command prints; null where none can be started. The command is a text of ours, never a visitor's. */
function tracker_look_run($command)
{
    $live = tracker_starters();
    if (in_array('exec', $live, true)) {
        $lines = array();
        @exec($command, $lines);
        return implode("\n", $lines);
    }
    if (in_array('shell_exec', $live, true)) {
        return (string) @shell_exec($command);
    }
    $stream = false;
    $process = false;
    $pipes = array();
    if (in_array('proc_open', $live, true)) {
        $process = @proc_open($command, array(1 => array('pipe', 'w')), $pipes);
        $stream = is_resource($process) ? $pipes[1] : false;
    } elseif (in_array('popen', $live, true)) {
        $stream = @popen($command, 'r');
    }
    if ($stream === false) {
        return null;
    }
    $said = (string) stream_get_contents($stream, 65536);
    if ($process !== false) {
        fclose($stream);
        proc_close($process);
    } else {
        pclose($stream);
    }
    return $said;
}

/* Starts a tiny program where Tracker's would be. */
function tracker_look_execute($place)
{
    $said = tracker_look_with_file($place, "#!/bin/sh\necho runs\n", 0700, function ($file) {
        return tracker_look_run("'" . $file . "' 2>&1");
    });
    if ($said === null) {
        return tracker_finding('execute', 'ok', 'Whether programs may run from ' . $place . ' shows when Tracker starts.');
    }
    if (trim($said) !== 'runs') {
        $why = trim(preg_replace('/[^\x20-\x7e]+/', ' ', substr($said, 0, 200)));
        return tracker_finding('execute', 'serious', 'A program that was tried in ' . $place . ' did not run' . ($why === '' ? '.' : ': ' . $why . '.'), 'Name a folder on another disk below, or ask your host whether programs may run from there.');
    }
    return tracker_finding('execute', 'ok', 'Programs may run from ' . $place . ': one was tried.');
}

/* Limits that a program started by PHP inherits. */
function tracker_look_limits()
{
    $text = @is_readable('/proc/self/limits') ? (string) @file_get_contents('/proc/self/limits') : '';
    $found = array();
    $space = preg_match('/^Max address space\s+(\d+)/m', $text, $match) ? (float) $match[1] / 1048576 : null;
    if ($space === null && $text === '') {
        $said = trim((string) tracker_look_run('ulimit -v 2>/dev/null'));
        $space = preg_match('/^\d+$/', $said) ? (float) $said / 1024 : null;
    }
    if ($space !== null && $space < TRACKER_LOOK_ADDRESS_SPACE_MB) {
        $found[] = tracker_finding(
            'address-space',
            'serious',
            'Programs may have ' . (int) $space . ' MB of address space here (ulimit -v); Node does not start below about ' . TRACKER_LOOK_ADDRESS_SPACE_MB . ' MB, though it uses a tenth of it.',
            'Ask your host to limit memory in use instead of address space. A line for cron may have no such limit: see whether it starts by that.'
        );
    }
    $processes = preg_match('/^Max processes\s+(\d+)/m', $text, $match) ? (int) $match[1] : null;
    if ($processes !== null && $processes < TRACKER_LOOK_PROCESSES) {
        $found[] = tracker_finding(
            'processes',
            'warning',
            'This account may have ' . $processes . ' processes and threads at a time; Tracker has up to ' . TRACKER_LOOK_PROCESSES . ' beside those of the site.',
            'If pages of the site begin to fail, ask your host for more.'
        );
    }
    $memory = tracker_look_memory();
    if ($memory !== null && $memory < TRACKER_LOOK_MEMORY_MB) {
        $found[] = tracker_finding('memory', 'warning', 'This account may use ' . (int) $memory . ' MB of memory for all its programs; Tracker needs up to 160 MB of it.', 'If Tracker ends again and again, ask your host for ' . TRACKER_LOOK_MEMORY_MB . ' MB.');
    }
    return count($found) > 0 ? $found : array(tracker_finding('limits', 'ok', $text === '' ? 'The limits of this account cannot be seen.' : 'The limits of memory, address space and processes that can be seen suffice.'));
}

/* In MB, of the group of processes that PHP runs in; null for none. */
function tracker_look_memory()
{
    $groups = @is_readable('/proc/self/cgroup') ? (string) @file_get_contents('/proc/self/cgroup') : '';
    $own = preg_match('/^0::(\S+)$/m', $groups, $match) ? $match[1] : '/';
    $least = null;
    for ($each = rtrim($own, '/'); true; $each = rtrim(dirname($each), '/.')) {
        $file = '/sys/fs/cgroup' . $each . '/memory.max';
        $text = @is_readable($file) ? trim((string) @file_get_contents($file)) : '';
        if (preg_match('/^\d+$/', $text) && ($least === null || (float) $text < $least)) {
            $least = (float) $text;
        }
        if ($each === '') {
            return $least === null ? null : $least / 1048576;
        }
    }
}

function tracker_look_space($folder)
{
    $free = function_exists('disk_free_space') ? @disk_free_space($folder) : false;
    if ($free === false) {
        return tracker_finding('space', 'ok', 'How much room is left on the disk cannot be seen; about ' . TRACKER_LOOK_DISK_MB . ' MB are needed.');
    }
    if ($free < TRACKER_LOOK_DISK_MB * 1048576) {
        return tracker_finding('space', 'serious', 'The disk has ' . (int) ($free / 1048576) . ' MB left; about ' . TRACKER_LOOK_DISK_MB . ' MB are needed.', 'Delete what is not needed, or order more room.');
    }
    return tracker_finding('space', 'ok', 'The disk has room. A quota of your account is not seen by this: about ' . TRACKER_LOOK_DISK_MB . ' MB are needed.');
}
