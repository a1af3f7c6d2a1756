import type { Node } from 'php-parser';
import { parse } from '../src/platform/site/php-config.ts';

/** Kinds of syntax that PHP 5.6 has, of those that our PHP uses. What is not here may be newer; it is looked up and added, or not used. */
const kinds = new Set(
  `array assign bin block boolean break call cast case class closure constref continue do echo empty entry exit expressionstatement for foreach function global
  identifier if include inline isset list magic method name new nullkeyword number offsetlookup parameter post pre property propertylookup propertystatement retif return
  silent static staticlookup staticvariable string switch try catch unary unset variable while throw`.split(/\s+/),
);

/** Functions of PHP 5.6, in extensions that cannot be left out of it, or asked for with `function_exists` before. */
const functions = new Set(
  `array_map array_merge array_slice base64_encode basename bin2hex call_user_func call_user_func_array chdir chmod chr class_exists count define
  defined dirname error_get_last exec explode fclose fgets file_get_contents file_put_contents flock fopen fread func_get_args function_exists
  fwrite getallheaders hash hash_equals hash_hmac hash_pbkdf2 header header_remove http_response_code implode in_array ini_set
  is_array is_dir is_file is_int is_object is_readable is_resource is_string json_decode json_encode max method_exists microtime
  min mt_rand ob_end_clean ob_get_level ob_start openssl_random_pseudo_bytes ord pack pclose popen preg_match preg_match_all
  preg_replace preg_replace_callback proc_close proc_open property_exists realpath register_shutdown_function rename round rtrim
  serialize shell_exec str_replace stream_context_create stream_get_contents stream_get_meta_data stream_set_timeout
  stream_socket_client stripcslashes strlen strpos strrchr strtolower strtoupper strtr substr time token_get_all trim
  uniqid unlink usleep array_diff array_filter array_unique array_values ceil clearstatcache disk_free_space file file_exists
  fileowner filesize floor fseek glob gzinflate ini_get is_executable is_float is_link ksort mkdir natsort php_uname
  posix_geteuid posix_getpwuid rmdir scandir stat stripos strncmp version_compare
  array_intersect copy filemtime htmlspecialchars session_write_close str_split
  feof fflush flush fsync hash_final hash_init hash_update_stream rewind
  rawurlencode`.split(/\s+/),
);
const classes = new Set(['reflectionmethod', 'stdclass', 'class', 'reflectionproperty', 'runtimeexception']);
const binary = new Set('. + - * / % & | << >> && || === !== == != < > <= >= instanceof '.split(' '));

/** One sentence for each thing in this file that PHP 5.6 does not have, or that is not known to be in it. */
export function newerThan56(code: string, fileName: string): readonly string[] {
  const problems: string[] = [];
  const own = new Set<string>();
  const statements = parse(code, fileName);
  walk(statements, (node) => {
    if (node.kind === 'function' || node.kind === 'class')
      own.add(nameText((node as unknown as { name: unknown }).name).toLowerCase());
  });
  walk(statements, (node) => {
    const line = node.loc?.start.line ?? 0;
    for (const what of offences(node, own)) problems.push(`${fileName}:${line} ${what}`);
  });
  return problems;
}

function offences(node: Node, own: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  const part = (name: string): unknown => (node as unknown as Record<string, unknown>)[name];
  if (!kinds.has(node.kind)) found.push(`uses "${node.kind}"`);
  const isTyped = part('type') || part('nullable') || part('readonly') || isFilled(part('attrGroups'));
  if (['function', 'method', 'closure'].includes(node.kind) && isTyped) found.push('declares what it returns');
  if (node.kind === 'property' && isTyped) found.push('declares a property’s type');
  if (node.kind === 'class' && (part('isAnonymous') || part('isReadonly') || isFilled(part('attrGroups'))))
    found.push('declares a class as PHP 5.6 cannot');
  if (node.kind === 'parameter' && (part('type') || part('nullable') || part('readonly') || Number(part('flags')) > 0))
    found.push('declares a parameter’s type');
  if (node.kind === 'bin' && !binary.has(String(part('type')))) found.push(`uses the operator ${String(part('type'))}`);
  if (node.kind === 'assign' && !['=', '+=', '.=', '-='].includes(String(part('operator'))))
    found.push(`uses the operator ${String(part('operator'))}`);
  if (node.kind === 'list' && part('shortForm') === true) found.push('takes an array apart with []');
  if (node.kind === 'entry' && part('unpack') === true) found.push('unpacks into an array');
  if (node.kind === 'number' && String(part('value')).includes('_')) found.push('writes a number with _');
  if (node.kind === 'string' && /\\u\{/.test(String(part('raw'))) && part('isDoubleQuote') === true)
    found.push('writes a letter as \\u{…}');
  if (node.kind === 'call') found.push(...callOffences(part('what'), own));
  if (node.kind === 'catch' && Array.isArray(part('what')) && (part('what') as unknown[]).length > 1)
    found.push('catches several classes at once');
  if (node.kind === 'new' && !isKnownClass(part('what'), own)) found.push('makes an object of an unknown class');
  return found;
}

function callOffences(what: unknown, own: ReadonlySet<string>): readonly string[] {
  if (typeof what !== 'object' || what === null || !('kind' in what)) return ['calls something unknown'];
  if (what.kind === 'propertylookup' || isOfNamedClass(what)) return [];
  if (what.kind !== 'name') return [`calls a ${String(what.kind)}`];
  const name = nameText((what as unknown as { name: unknown }).name).toLowerCase();
  return name.startsWith('tracker_') || own.has(name) || functions.has(name)
    ? []
    : [`calls ${name}, which is not on the list of PHP 5.6`];
}

/** `DB::get_row()`; of an expression only since PHP 7. */
function isOfNamedClass(what: object): boolean {
  if (!('kind' in what) || what.kind !== 'staticlookup' || !('what' in what)) return false;
  return typeof what.what === 'object' && what.what !== null && 'kind' in what.what && what.what.kind === 'name';
}

function isKnownClass(what: unknown, own: ReadonlySet<string>): boolean {
  if (typeof what !== 'object' || what === null || !('kind' in what)) return false;
  if (what.kind !== 'name') return what.kind === 'variable';
  const name = nameText((what as unknown as { name: unknown }).name).toLowerCase();
  return classes.has(name) || own.has(name);
}

function nameText(name: unknown): string {
  return typeof name === 'object' && name !== null && 'name' in name ? String(name.name) : String(name);
}

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0;

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  else if (typeof value === 'object' && value !== null) {
    if ('kind' in value && typeof value.kind === 'string') visit(value as Node);
    for (const [key, each] of Object.entries(value)) if (key !== 'loc' && key !== 'position') walk(each, visit);
  }
}
