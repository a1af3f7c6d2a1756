<?php

// Runs the module's call by which PIREPs are decided, without the platform: stands for the few of its classes that it asks.
// Argument 1: the module's folder; standard input: what is asked, and how the platform is, as JSON. Prints what came of it.

namespace Illuminate\Http {
    class Request
    {
        public object $headers;

        public function __construct(private array $said)
        {
            $this->headers = new class($said) {
                public function __construct(private array $said) {}

                public function get(string $name): ?string
                {
                    return $name === 'X-Tracker-Call' ? $this->said['header'] : null;
                }
            };
        }

        public function getContent(): string
        {
            return $this->said['body'];
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

namespace App\Models {
    enum PirepState: int
    {
        case InProgress = 0;
        case Pending = 1;
        case Accepted = 2;
        case Rejected = 6;
    }

    class Pirep
    {
        public int|PirepState $state;

        public function __construct(public string $id)
        {
            $state = $GLOBALS['said']['pireps'][$id];
            $this->state = $GLOBALS['said']['hasEnum'] ? PirepState::from($state) : $state;
        }

        public static function find(string $id): ?self
        {
            return isset($GLOBALS['said']['pireps'][$id]) ? new self($id) : null;
        }
    }
}

namespace App\Services {
    class ModuleService
    {
        public function isModuleActive(string $name): bool
        {
            return $GLOBALS['said']['isActive'];
        }
    }

    class PirepService
    {
        public function accept(\App\Models\Pirep $pirep): void
        {
            $this->change($pirep, 2);
        }

        public function reject(\App\Models\Pirep $pirep): void
        {
            $this->change($pirep, 6);
        }

        private function change(\App\Models\Pirep $pirep, int $state): void
        {
            $GLOBALS['said']['pireps'][$pirep->id] = $state;
            $GLOBALS['done'][] = [$pirep->id, $state];
            if ($GLOBALS['said']['isBroken']) {
                throw new \RuntimeException("a listener\nfailed with password=secret");
            }
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

    class Cache
    {
        public static function add(string $key, mixed $value, int $seconds): bool
        {
            $isNew = !in_array($key, $GLOBALS['said']['used'], true);
            $GLOBALS['said']['used'][] = $key;

            return $isNew;
        }
    }

    class DB
    {
        public static array $locks = [];

        public static function connection(): self
        {
            return new self();
        }

        public function getDatabaseName(): string
        {
            return 'crew';
        }

        public function getTablePrefix(): string
        {
            return 'va_';
        }

        public static function selectOne(string $sql, array $values): object
        {
            if (str_contains($sql, 'GET_LOCK')) {
                self::$locks[] = $values[0];

                return (object) ['held' => $GLOBALS['said']['isLocked'] ? 0 : 1];
            }
            self::$locks = array_diff(self::$locks, $values);

            return (object) ['freed' => 1];
        }
    }
}

namespace {
    function config(string $name): string
    {
        return $GLOBALS['said']['key'];
    }

    function app(string $class): object
    {
        return new $class();
    }

    $said = json_decode(stream_get_contents(STDIN), true) + [
        'isActive' => true, 'isBroken' => false, 'isLocked' => false, 'hasEnum' => false, 'used' => [],
    ];
    $logged = $done = $answers = [];
    foreach (['ServerProblem', 'ServerLink', 'SignedCall', 'PirepDecision'] as $name) {
        require $argv[1].'/Support/'.$name.'.php';
    }
    require $argv[1].'/Http/Controllers/Api/DecisionController.php';
    for ($time = 0; $time < ($said['times'] ?? 1); $time++) {
        $answer = (new Modules\Tracker\Http\Controllers\Api\DecisionController())->decide(new Illuminate\Http\Request($said));
        $answers[] = [$answer->status, json_decode($answer->content, true)];
    }
    echo json_encode([
        'answers' => $answers, 'done' => $done, 'logged' => $logged, 'held' => count(Illuminate\Support\Facades\DB::$locks),
    ]);
}
