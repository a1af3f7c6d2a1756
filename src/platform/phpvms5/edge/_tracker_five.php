<?php
// Tracker edge 1.2.0-5
/*
 * What set-up has to know of a phpVMS 5, when its page is open, and the code by which the owner of the files shows that they are theirs.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}

/* For how long set-up stays open once it was switched on, and for how long a code counts, in seconds. */
define('TRACKER_SETUP_OPEN_SECONDS', 86400);
define('TRACKER_CODE_TRIES', 10);
define('TRACKER_CODE_WAIT_SECONDS', 600);
define('TRACKER_CODE_GUARD', "<?php http_response_code(403); exit; ?>\n");

/* See tracker_look() and tracker_setup_now(). */
function tracker_five_site()
{
    $folder = (string) realpath(dirname(__DIR__));
    $root = tracker_server_text('DOCUMENT_ROOT') === '' ? false : realpath($_SERVER['DOCUMENT_ROOT']);
    $isBelow = $root !== false && strpos($folder . '/', rtrim($root, '/') . '/') === 0;
    $https = strtolower(tracker_server_text('HTTPS'));
    $isHttps = ($https !== '' && $https !== 'off') || tracker_server_text('REQUEST_SCHEME') === 'https' || tracker_server_text('HTTP_X_FORWARDED_PROTO') === 'https';
    $path = rtrim(dirname(dirname(tracker_server_text('SCRIPT_NAME'))), '/.');
    $url = ($isHttps ? 'https' : 'http') . '://' . tracker_server_text('HTTP_HOST') . $path;
    $guard = "if (!defined('TRACKER_EDGE')) {\n    http_response_code(403);\n    exit;\n}\n";
    return array(
        'phpvms' => 5,
        'folder' => $folder,
        'docroot' => $isBelow ? $root : '',
        'public' => array($folder),
        'url' => $url,
        'status' => $url . '/acars/status.php',
        'statusPath' => $path . '/acars/status.php',
        'parts' => __DIR__ . '/program',
        'named' => '',
        'storage' => '',
        'inside' => __DIR__,
        'placeFile' => __DIR__ . '/_tracker_place.php',
        'placeText' => array("<?php\n// Made by set-up for this site alone: where its program and data are.\n" . $guard . "return array(\n    'place' => '", "',\n);\n"),
        'keyFile' => __DIR__ . '/_tracker_key.php',
        'keyText' => array("<?php\n// Made by set-up for this site alone. Copy it nowhere; deleted, the next set-up makes another.\n" . $guard . "return array('key' => '", "');\n"),
        'gone' => array(),
    );
}

/* Open until Tracker is set up; later while a newer program was uploaded, and for a day after it was switched on. */
function tracker_five_is_open($now)
{
    if ($now['step'] !== 'start' && $now['step'] !== 'runs') {
        return true;
    }
    $changed = @filemtime($now['place'] . '/set-up-open.txt');
    return $changed !== false && $changed > time() - TRACKER_SETUP_OPEN_SECONDS;
}

/* The file with the code, made where it is not there; null when PHP may not write it. In the private place, or else beside this script, where it prints nothing. */
function tracker_code_file($now)
{
    if ($now['place'] !== null) {
        $file = $now['place'] . '/set-up-code.txt';
        return @is_file($file) && !@is_link($file) ? $file : tracker_code_make($file);
    }
    foreach ((array) @scandir(__DIR__) as $name) {
        $file = __DIR__ . '/' . $name;
        if (preg_match('/^_tracker_code_[0-9a-f]{24}\.php$/D', (string) $name) && @is_file($file) && !@is_link($file)) {
            if (@filemtime($file) > time() - TRACKER_SETUP_OPEN_SECONDS) {
                return $file;
            }
            @unlink($file);
        }
    }
    return tracker_code_make(__DIR__ . '/_tracker_code_' . bin2hex(tracker_random(12)) . '.php');
}

function tracker_code_make($file)
{
    $letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
    $code = '';
    foreach (str_split((string) tracker_random(16)) as $number => $byte) {
        $code .= ($number > 0 && $number % 4 === 0 ? '-' : '') . $letters[ord($byte) & 31];
    }
    return tracker_code_write($file, $code, 0) ? $file : null;
}

function tracker_code_write($file, $code, $tries)
{
    $guard = substr($file, -4) === '.php' ? TRACKER_CODE_GUARD : '';
    $text = $guard . 'Code: ' . $code . "\nWrong tries: " . $tries . "\n";
    if (!tracker_write($file, $text, 0600)) {
        return false;
    }
    // Where PHP runs as another account than that of the files, who uploads these must be able to read it.
    return $guard === '' || @fileowner($file) === @fileowner(__FILE__) || @chmod($file, 0644);
}

/* Null when it is the code; then the file is gone. Else a sentence and the status. */
function tracker_code_check($file, $given)
{
    $text = (string) @file_get_contents($file, false, null, 0, 1000);
    if (!preg_match('/^Code: ([A-Z2-9-]{19})\nWrong tries: (\d+)$/m', $text, $match)) {
        @unlink($file);
        return array('The file with the code was not whole; a new one was made. Read it again.', 403);
    }
    $tries = (int) $match[2];
    if ($tries >= TRACKER_CODE_TRIES) {
        if (@filemtime($file) > time() - TRACKER_CODE_WAIT_SECONDS) {
            return array('Too many wrong codes: wait ten minutes. A new code is made then.', 429);
        }
        @unlink($file);
        return array('A new code was made. Read it again.', 403);
    }
    $plain = strtoupper(preg_replace('/[^A-Za-z0-9]/', '', $given));
    if (hash_equals(str_replace('-', '', $match[1]), $plain)) {
        @unlink($file);
        return null;
    }
    tracker_code_write($file, $match[1], $tries + 1);
    return array('This is not the code.', 403);
}

/* Whether the session gave the code within the last hour; if not, the page that asks for it was printed. */
function tracker_code_is_given($now, $staff, $action)
{
    $given = isset($_SESSION['tracker_set_up']) && is_array($_SESSION['tracker_set_up']) ? $_SESSION['tracker_set_up'] : array(0, '');
    if ($given[0] > time() && $given[1] === $staff['id']) {
        return true;
    }
    $file = tracker_code_file($now);
    if ($file === null) {
        tracker_five_print('<p class="tracker-problem" role="alert">PHP may not write into the folder acars, or the disk is full: give it the right to (755, or 775 when the owner is another) by FTP, then open this page again.</p>', null, 503);
        return false;
    }
    $input = tracker_session_form();
    $problem = null;
    if ($input !== null && isset($input['code']) && is_string($input['code'])) {
        $problem = tracker_code_check($file, $input['code']);
        if ($problem === null) {
            $_SESSION['tracker_set_up'] = array(time() + 3600, $staff['id']);
            header('Location: ' . basename($action), true, 303);
            return false;
        }
    }
    $where = strpos($file, __DIR__ . '/') === 0 ? 'acars/' . basename($file) : $file;
    $html = ($problem === null ? '' : tracker_setup_says('problem', $problem[0]))
        . '<p>Only somebody who can read this site’s files may set Tracker up. Open the file below by FTP, or with the file manager of your panel, and enter the code in it. It counts once.</p><pre>' . tracker_html($where) . '</pre>'
        . '<form method="post" action="' . tracker_html($action) . '" autocomplete="off"><input type="hidden" name="token" value="' . tracker_html(tracker_session_token()) . '">'
        . '<p><label for="tracker-code">Code</label><br><input type="text" id="tracker-code" name="code" required maxlength="40"></p><p><button type="submit">Continue</button></p></form>';
    tracker_five_print($html, null, $problem === null ? 200 : $problem[1]);
    return false;
}

function tracker_five_print($html, $refresh, $status)
{
    http_response_code($status);
    tracker_session_headers();
    echo tracker_setup_frame('Tracker', $html, $refresh, tracker_server_text('SCRIPT_NAME'));
}

/* For removal: what the edge put into its folder. The owner's values go to the data where these stay. */
function tracker_five_gone($place, $keepsData)
{
    $gone = array(__DIR__ . '/_tracker_address.php');
    foreach ((array) @scandir(__DIR__) as $name) {
        $file = __DIR__ . '/' . $name;
        if (@is_file($file) && ($name === 'va_config.php' || preg_match('/Tracker edge \d/', (string) @file_get_contents($file, false, null, 0, 400)) || preg_match('/^_tracker_(code_[0-9a-f]{24}|half_[0-9a-f]{16})\.php$/D', (string) $name))) {
            $gone[] = $file;
        }
    }
    $values = __DIR__ . '/va_config.php';
    if ($keepsData && $place !== null && @is_file($values) && !@copy($values, $place . '/data/va_config.php')) {
        return array_values(array_diff($gone, array($values)));
    }
    return $gone;
}
