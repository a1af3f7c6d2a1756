<?php

// Runs the module's forwarder without the platform: stands for the few of its classes and functions that it asks.
// Argument 1: the module's folder; 2: the setting `server_address`; 3: APP_KEY; 4: the folder `storage`; 5: whether the module is `on`,
// `off`, `started` by the platform, or `unknown` because the database is down: then its controller is run; standard input: the request as JSON.

namespace Illuminate\Http {
    class Request
    {
        public object $headers;

        public function __construct(private array $said)
        {
            $this->headers = new class($said['headers'] ?? []) {
                public function __construct(private array $values) {}

                public function get(string $name): ?string
                {
                    return $this->values[strtolower($name)] ?? null;
                }
            };
        }

        public function server(string $name, mixed $default = null): mixed
        {
            return $this->said['server'][$name] ?? $default;
        }

        public function getPathInfo(): string
        {
            return $this->said['path'];
        }

        public function getRealMethod(): string
        {
            return $this->said['method'];
        }

        public function getContent(): string
        {
            return isset($this->said['base64']) ? base64_decode($this->said['base64']) : ($this->said['body'] ?? '');
        }
    }

    class Response
    {
        public function __construct(public string $content, public int $status, public array $headers) {}
    }
}

namespace App\Contracts {
    class Controller {}
}

namespace App\Services {
    class ModuleService
    {
        public function isModuleActive(string $name): bool
        {
            return in_array($GLOBALS['argv'][5], ['unknown', 'started'], true) ? throw new \RuntimeException('gone') : $GLOBALS['argv'][5] === 'on';
        }
    }
}

namespace Illuminate\Support\Facades {
    class Log
    {
        public static function error(string $line): void
        {
            $GLOBALS['logged'][] = $line;
        }
    }

    class DB
    {
        public static int $asked = 0;

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
            self::$asked++;

            return $GLOBALS['argv'][2] === 'no database' ? throw new \RuntimeException('gone') : $GLOBALS['argv'][2];
        }
    }
}

namespace Modules\Tracker\Providers {
    class TrackerServiceProvider
    {
        public static bool $isStarted = false;
    }
}

namespace {
    function config(string $name): string
    {
        return $GLOBALS['argv'][3] ?? 'a key of 32 bytes that both sides read';
    }

    function storage_path(string $path): string
    {
        return ($GLOBALS['argv'][4] ?? __DIR__.'/none').'/'.$path;
    }

    function app(string $class): object
    {
        return new $class();
    }

    function report(\Throwable $error): void
    {
        $GLOBALS['logged'][] = (string) $error;
    }

    $logged = [];
    Modules\Tracker\Providers\TrackerServiceProvider::$isStarted = ($argv[5] ?? '') === 'started';
    require $argv[1].'/Support/ModuleState.php';
    require $argv[1].'/Support/ServerAddress.php';
    require $argv[1].'/Support/ServerProblem.php';
    require $argv[1].'/Support/Waking.php';
    require $argv[1].'/Support/ServerLink.php';
    require $argv[1].'/Support/Forwarder.php';
    $request = new Illuminate\Http\Request(json_decode(stream_get_contents(STDIN), true));
    if (isset($argv[5])) {
        require $argv[1].'/Http/Controllers/Api/ForwardController.php';
        $answer = (new Modules\Tracker\Http\Controllers\Api\ForwardController())->forward($request);
        echo json_encode([
            'status' => $answer->status, 'body' => $answer->content, 'logged' => $logged, 'asked' => Illuminate\Support\Facades\DB::$asked,
        ]);
        exit;
    }
    try {
        echo json_encode(Modules\Tracker\Support\Forwarder::ask($request, 2));
    } catch (Modules\Tracker\Support\ServerProblem $error) {
        echo json_encode([$error->problem, $error->getMessage(), $error->seconds]);
    }
}
