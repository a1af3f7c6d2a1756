<?php
// Tracker edge 1.2.0-5
/*
 * The private place of a site: a folder outside every public one, with the program, its data and its log. Small texts in it are read and
 * written here, and random bytes are made. Plain PHP 5.6, and nothing of a platform: the module of version 7 has a copy of this file.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

/* The folder that this file names, by a line 'place' => '/path' or as its only text; null when there is none, or it cannot be used. */
function tracker_place($file)
{
    $text = @is_file($file) && is_readable($file) ? (string) file_get_contents($file) : '';
    $place = preg_match("#^ {4}'place' => '(/[^'\\\\]+)',\$#m", $text, $match) ? $match[1] : trim($text);
    return preg_match('#^/[^\x00-\x1f\x7f]+$#D', $place) && @is_dir($place) ? rtrim($place, '/') : null;
}

/* A small text of the place, trimmed; '' when it is not there. */
function tracker_place_text($place, $name)
{
    $path = $place . '/' . $name;
    return @is_file($path) && @is_readable($path) ? trim((string) @file_get_contents($path, false, null, 0, 65536)) : '';
}

/* Writes it for its owner only. False when it could not be written. */
function tracker_place_write($place, $name, $text)
{
    return tracker_write($place . '/' . $name, $text, 0600);
}

/* Whole or not at all, also when the power fails; never through a link. Half of a script is a script too, whose guard stands first. */
function tracker_write($file, $text, $mode)
{
    if (@is_link($file)) {
        return false;
    }
    $name = bin2hex((string) tracker_random(8));
    $half = dirname($file) . '/' . (substr($file, -4) === '.php' ? '_tracker_half_' . $name . '.php' : '.half-' . $name);
    $stream = @fopen($half, 'xb');
    if ($stream === false) {
        return false;
    }
    $isWritten = @chmod($half, $mode) && @fwrite($stream, $text) === strlen($text) && @fflush($stream);
    if ($isWritten && function_exists('fsync')) {
        // Else the new name can be on the disk before what it names.
        $isWritten = @fsync($stream);
    }
    $isWritten = @fclose($stream) && $isWritten && @rename($half, $file);
    if (!$isWritten) {
        @unlink($half);
    }
    return $isWritten;
}

/* Random bytes from whatever this PHP has, or null. */
function tracker_random($length)
{
    if (function_exists('random_bytes')) {
        try {
            return call_user_func('random_bytes', $length);
        } catch (Exception $none) {
            return null;
        }
    }
    if (function_exists('openssl_random_pseudo_bytes')) {
        return openssl_random_pseudo_bytes($length);
    }
    $source = @fopen('/dev/urandom', 'rb');
    $bytes = $source === false ? '' : (string) fread($source, $length);
    return strlen($bytes) === $length ? $bytes : null;
}
