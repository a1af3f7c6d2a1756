<?php

namespace Modules\Tracker\Models;

use App\Contracts\Model;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Schema;
use Modules\Tracker\Support\SettingFields;

/**
 * One row a setting; the Tracker server reads them too. What has no row is at its default.
 *
 * @property string      name
 * @property string|null value
 */
class TrackerSetting extends Model
{
    public const CREATED_AT = null;

    /** The files that make and change it: a later set-up runs them again. */
    private const MIGRATIONS = ['2025_01_10_100000_tracker_create_config', '2025_06_20_100000_tracker_drop_constants'];

    public $table = 'tracker_config';

    public $incrementing = false;

    protected $primaryKey = 'name';

    protected $keyType = 'string';

    protected $fillable = ['name', 'value'];

    /** Every setting with its value; the defaults also while the table is not there. */
    public static function values(): array
    {
        try {
            $stored = static::query()->pluck('value', 'name')->all();
        } catch (\Throwable) {
            $stored = [];
        }
        $known = array_intersect_key($stored, SettingFields::DEFAULTS);

        return array_merge(SettingFields::DEFAULTS, array_filter($known, fn ($value) => $value !== null && $value !== ''));
    }

    public static function store(array $values): void
    {
        foreach (array_intersect_key($values, SettingFields::DEFAULTS) as $name => $value) {
            static::query()->updateOrCreate(['name' => $name], ['value' => (string) $value]);
        }
    }

    /** Creates the table, or adds columns that an older one lacks. Idempotent. */
    public static function prepareTable(): void
    {
        if (!Schema::hasTable('tracker_config')) {
            Schema::create('tracker_config', function (Blueprint $table) {
                $table->string('name', 64)->primary();
                $table->text('value')->nullable();
                $table->timestamp('updated_at')->nullable();
            });
        } elseif (!Schema::hasColumn('tracker_config', 'updated_at')) {
            Schema::table('tracker_config', function (Blueprint $table) {
                $table->timestamp('updated_at')->nullable();
            });
        }
    }

    /** Removes the table with all settings, and that it was ever made. Empty, or a sentence when it stays. */
    public static function removeTable(): string
    {
        try {
            Schema::dropIfExists('tracker_config');
            DB::table('migrations')->whereIn('migration', self::MIGRATIONS)->delete();
        } catch (\Throwable) {
            return 'The table tracker_config could not be removed: delete it in your panel (phpMyAdmin), if you want nothing of it back.';
        }

        return '';
    }
}
