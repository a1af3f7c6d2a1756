<?php

// Stands in for a phpVMS 7 where an administrator is signed in: the few of its classes and functions that the module's set-up asks, and its
// routes. It is the site's index.php; the module lies in modules/Tracker beside its folder.

namespace Illuminate\Http {
    class Request
    {
        public object $headers;

        public function __construct(private array $server, private array $form, private string $body)
        {
            $this->headers = new class($server) {
                public function __construct(private array $server) {}

                public function get(string $name): ?string
                {
                    $key = strtoupper(strtr($name, '-', '_'));

                    return $this->server[$key] ?? $this->server['HTTP_'.$key] ?? null;
                }
            };
        }

        public static function create(string $uri, string $method, array $form, array $cookies, array $files, array $server, string $body = ''): self
        {
            $query = (string) parse_url($uri, PHP_URL_QUERY);

            return new self($server + ['REQUEST_URI' => $uri, 'REQUEST_METHOD' => $method, 'QUERY_STRING' => $query], $form, $body);
        }

        public function server(string $name, mixed $default = null): mixed
        {
            return $this->server[$name] ?? $default;
        }

        public function only(array $names): array
        {
            return array_intersect_key($this->form, array_flip($names));
        }

        public function getPathInfo(): string
        {
            return substr((string) parse_url($this->server['REQUEST_URI'], PHP_URL_PATH), strlen(site_folder($this->server['REQUEST_URI'])));
        }

        public function getRealMethod(): string
        {
            return $this->server['REQUEST_METHOD'];
        }

        public function getContent(): string
        {
            return $this->body;
        }

        public function isSecure(): bool
        {
            return false;
        }

        public function user(): object
        {
            return new class {
                public int $id = 7;

                public string $name = 'Adéle Min';

                public function hasRole(string $role): bool
                {
                    return $role === 'admin';
                }
            };
        }
    }

    class Response
    {
        public function __construct(public string $content, public int $status = 200, public array $headers = []) {}
    }

    class RedirectResponse extends Response
    {
        public function __construct(string $to)
        {
            parent::__construct('', 302, ['Location' => $to]);
        }
    }
}

namespace Illuminate\Support\Facades {
    class DB
    {
        public static function table(string $name): self
        {
            return new self();
        }

        public function where(string $column, string $value): self
        {
            return $this;
        }

        public function value(string $column): string
        {
            return '';
        }

        public function whereIn(string $column, array $values): self
        {
            return $this;
        }

        public function delete(): int
        {
            return 0;
        }
    }

    class Schema
    {
        public static function dropIfExists(string $table): void
        {
            file_put_contents(storage_path('dropped.txt'), $table);
        }
    }
}

namespace App\Contracts {
    class Controller {}

    class Model {}
}

namespace Modules\Tracker\Providers {
    class TrackerServiceProvider
    {
        public static bool $isStarted = true;
    }
}

namespace {
    use Illuminate\Http\RedirectResponse;
    use Illuminate\Http\Request;
    use Illuminate\Http\Response;
    use Modules\Tracker\Http\Controllers\Admin\OperatorController;
    use Modules\Tracker\Http\Controllers\Admin\SettingsController;
    use Modules\Tracker\Http\Controllers\Admin\SetupController;
    use Modules\Tracker\Http\Controllers\Api\ForwardController;

    const PATHS = ['admin.tracker.edit' => '/admin/tracker', 'admin.tracker.setup' => '/admin/tracker/setup', 'admin.tracker.operator' => '/admin/tracker/operator'];

    function base_path(string $path = ''): string
    {
        return rtrim(dirname(__DIR__).'/'.$path, '/');
    }

    function public_path(): string
    {
        return __DIR__;
    }

    function storage_path(string $path = ''): string
    {
        return base_path('storage/'.$path);
    }

    /** Of the site's address: '/public' where the folder of phpVMS is the document root. */
    function site_folder(string $uri): string
    {
        return str_starts_with($uri, '/public/') ? '/public' : '';
    }

    function url(string $path): string
    {
        return rtrim('http://'.$_SERVER['HTTP_HOST'].site_folder($_SERVER['REQUEST_URI']).$path, '/');
    }

    /* Laravel leaves the site's folder out of one without its host. */
    function route(string $name, array $parameters = [], bool $isAbsolute = true): string
    {
        return $isAbsolute ? url(PATHS[$name]) : PATHS[$name];
    }

    function redirect(?string $to = null): object
    {
        return $to !== null ? new RedirectResponse(url($to)) : new class {
            public function route(string $name): RedirectResponse
            {
                return new RedirectResponse(route($name));
            }
        };
    }

    function csrf_token(): string
    {
        return str_repeat('c', 40);
    }

    function config(string $name): string
    {
        preg_match('/^APP_KEY="(.+)"$/m', file_get_contents(base_path('.env')), $match);

        return $match[1];
    }

    /* The view's sections, with the values where it prints them as they are. */
    function view(string $name, array $values): object
    {
        $text = file_get_contents(base_path('modules/Tracker/Resources/views/'.strtr(substr($name, 9), '.', '/').'.blade.php'));
        $text = preg_replace(['/\{\{--.*?--\}\}/s', '/^@.*$/m'], '', $text);
        $html = preg_replace_callback('/\{!! \$(\w+) !!\}/', fn (array $match): string => $values[$match[1]], $text);

        return new class('<!doctype html><title>Administration</title>'.preg_replace('#^\s*\.tracker.*$#m', '<style>$0</style>', $html)) {
            public function __construct(private string $html) {}

            public function render(): string
            {
                return $this->html;
            }
        };
    }

    spl_autoload_register(function (string $class): void {
        require base_path(strtr(str_replace('Modules\\', 'modules/', $class), '\\', '/').'.php');
    });
    $request = new Request($_SERVER, $_POST, (string) file_get_contents('php://input'));
    $isPost = $request->getRealMethod() === 'POST';
    $path = $request->getPathInfo();
    $answer = match (true) {
        str_starts_with($path, '/api/tracker/')                                    => (new ForwardController())->forward($request),
        ($_COOKIE['who'] ?? '') !== 'admin'                                        => new Response('Sign in', 403),
        $isPost && ($_POST['_token'] ?? '') !== csrf_token()                       => new Response('Page expired', 419),
        $path === PATHS['admin.tracker.setup'] && $isPost                          => (new SetupController())->act($request),
        $path === PATHS['admin.tracker.setup']                                     => (new SetupController())->show($request),
        $path === PATHS['admin.tracker.edit']                                      => (new SettingsController())->edit($request),
        $path === PATHS['admin.tracker.operator']                                  => (new OperatorController())->enter($request),
        default                                                                    => new Response('the page '.htmlspecialchars($_SERVER['REQUEST_URI']), 404),
    };
    http_response_code($answer->status);
    foreach ($answer->headers as $name => $value) {
        header($name.': '.$value);
    }
    echo $answer->content;
}
