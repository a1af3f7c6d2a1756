<?php

namespace Modules\Tracker\Support;

use App\Models\Pirep;
use App\Services\PirepService;
use Illuminate\Support\Facades\DB;

/** Accepts and rejects PIREPs by the platform's own service, so that its listeners run as when the staff does it. */
class PirepDecision
{
    /** app/Models/Enums/PirepState.php */
    private const STATES = [1 => 'pending', 2 => 'accepted', 6 => 'rejected'];

    private const WAIT_SECONDS = 10;

    /**
     * One at a time for each PIREP: a call that comes again waits for the first, and finds it decided. No transaction is held, since
     * listeners send mails: what the service has saved stays, as when the staff decides.
     *
     * @param array $from states of which it is made: a PIREP in another one is left as it is
     *
     * @return string the state afterwards
     *
     * @throws ServerProblem
     */
    public static function make(string $id, string $decision, array $from): string
    {
        $lock = 'tracker-'.md5(DB::connection()->getDatabaseName()."\n".DB::connection()->getTablePrefix()."\n".$id);
        if ((int) (DB::selectOne('SELECT GET_LOCK(?, ?) AS held', [$lock, self::WAIT_SECONDS])->held ?? 0) !== 1) {
            throw new ServerProblem('busy', 'Another call for this PIREP is under way.');
        }
        try {
            $pirep = self::find($id);
            $state = self::stateOf($pirep);
            $target = $decision === 'accept' ? 'accepted' : 'rejected';
            if ($state !== $target && in_array($state, $from, true)) {
                $decision === 'accept' ? app(PirepService::class)->accept($pirep) : app(PirepService::class)->reject($pirep);
                $state = self::stateOf(self::find($id));
            }

            return $state;
        } finally {
            DB::selectOne('SELECT RELEASE_LOCK(?) AS freed', [$lock]);
        }
    }

    private static function find(string $id): Pirep
    {
        return Pirep::find($id) ?? throw new ServerProblem('no-such-pirep', 'There is no such PIREP.');
    }

    private static function stateOf(Pirep $pirep): string
    {
        $state = $pirep->state instanceof \BackedEnum ? $pirep->state->value : (int) $pirep->state;

        return self::STATES[$state] ?? throw new ServerProblem('pirep-not-filed', 'This PIREP is not filed.');
    }
}
