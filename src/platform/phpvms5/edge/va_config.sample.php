<?php
// Tracker edge 1.2.0-5
/*
 * What your virtual airline decides about Tracker. It counts in va_config.php, which `tracker install` or the first start of the server
 * makes from va_config.sample.php and which no update replaces. Without it the values below count. Write plain values only:
 * Tracker reads va_config.php and does not run it. A line that is missing takes the value that is safest.
 */
if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}
// smartCARS 3: in smartCARS Central the Script URL is the address of your site with /acars/smartcars.php/ behind it.
// Your name and addresses, as pilots' clients show them; '' for none. Without a name the one of phpVMS is shown.
define('VA_NAME', '');
define('VA_PLATFORM_URL', '');
define('VA_WEBSITE_URL', '');
define('VA_LOGO_URL', '');
define('VA_BANNER_URL', '');
// A colour such as '#1a2b3c'.
define('VA_PRIMARY_COLOR', '');
// A text here shuts out every client that does not send it. Set it only when all your pilots' clients have it; '' for none.
define('VA_CLIENT_TOKEN', '');
// 'AUTO' finds the tables by itself; or their prefix, such as 'phpvms_'.
define('TRACKER_DB_PREFIX', 'AUTO');
// 'AUTO' keeps runtime data above the public folder; or an absolute path outside any public folder.
define('TRACKER_PRIVATE_STORAGE_PATH', 'AUTO');
// true refuses plain http.
define('TRACKER_REQUIRE_HTTPS', true);
// true: pilots cannot fly without a bid.
define('TRACKER_REQUIRE_BID', true);
// How many days a pilot stays signed in with a client that starts with the session it had, such as smartCARS 3.
define('TRACKER_LONG_SESSION_DAYS', 30);
// true only behind a proxy of your own that sets X-Forwarded-For and X-Forwarded-Proto.
define('TRACKER_TRUST_PROXY_HEADERS', false);
// 'AUTO' finds Tracker's server on this machine; or where it listens: '127.0.0.1:8787', or 'unix:/path/of/its.sock'. Several that share a journal, with commas: '10.0.0.1:8787, 10.0.0.2:8787'.
define('TRACKER_SERVER', 'AUTO');
