import {
  type ReleaseColumn,
  type ReleaseTable,
  share,
  text,
  WHERE_MACHINES_DIFFERED,
} from './release-table.ts'

const words = (meaning: string): ReleaseColumn => ({ ...text(meaning), words: true })
const json = (meaning: string): ReleaseColumn => ({ type: 'json', nullable: true, meaning })
const whole = (meaning: string): ReleaseColumn => ({ type: 'integer', nullable: true, meaning })

export const CAMPAIGN_TABLES = {
  campaigns: {
    title: 'Campaigns',
    row: 'pages loaded under every arm, round after round, under the same conditions',
    key: ['id'],
    columns: {
      id: { type: 'integer', meaning: 'number of the campaign' },
      created_at: { type: 'instant', meaning: 'start' },
      finished_at: { type: 'instant', meaning: 'end' },
      survey_id: whole('survey that its sites were selected from; null: they were named'),
      lab_run_id: whole('lab run that it belongs to; null: a live campaign'),
      arms: { type: 'json', meaning: 'protocol settings that are compared, a list' },
      rounds: { type: 'integer', unit: 'count', meaning: 'rounds that were scheduled' },
      pause_ms: { type: 'number', unit: 'ms', meaning: 'pause between two loads' },
      source: {
        type: 'code',
        meaning: 'who loads its pages: browser, or graph: a replayer without a browser; never pooled',
      },
      browser_kind: {
        type: 'code',
        meaning: 'warm: a browser for each arm stays open; cold: a new one for each load',
      },
      device: text('emulated device'),
      vantage: text('vantage point: from where it was measured'),
      vantage_facts: json('what was measured of the vantage point, by the last machine that took loads'),
      browser_version: text('browser and its version'),
      browser_switches: json('command line of the browser by arm, without paths of the machine'),
      user_agent: text('User-Agent header'),
      options: { type: 'json', meaning: 'everything else that changes what is measured' },
      link: json('emulated link, as configured and as measured; null: a real network'),
      congestion_control: text('TCP congestion control of the sender'),
      tool_version: { type: 'text', meaning: 'version of towline that made the campaign' },
      seed: { type: 'integer', meaning: 'seed of the schedule' },
      sandbox: { type: 'boolean', meaning: 'made in the sandbox: says nothing about the internet' },
      versions: {
        type: 'json',
        meaning: `versions of the programs used, by name; ${WHERE_MACHINES_DIFFERED}`,
      },
      capture: words(`program that captured packets, or why none did; ${WHERE_MACHINES_DIFFERED}`),
    },
  },
  campaign_sites: {
    title: 'Pages of campaigns',
    row: 'a page of a campaign',
    key: ['campaign_id', 'site'],
    foreignKeys: [{ columns: ['campaign_id'], table: 'campaigns', references: ['id'] }],
    columns: {
      campaign_id: { type: 'integer', meaning: 'campaign' },
      site: { type: 'integer', meaning: 'number of the page within the campaign, from 0' },
      vantage: text('vantage point of the campaign'),
      domain: { type: 'text', meaning: 'site' },
      url: { type: 'text', meaning: 'page that was loaded' },
      rank: whole('rank in the list of the survey; none where the list has magnitudes alone'),
      state: {
        type: 'code',
        meaning:
          'done, settled (its samples say enough), parked (it asked us to stay away) or poison (it ended the browser)',
      },
      state_detail: words('why it is parked or poison'),
      arms: { type: 'json', meaning: 'arms that apply, and those left out with their reason' },
      forced_origins: json('hosts that HTTP/3 was forced for'),
      strikes: { type: 'integer', unit: 'count', meaning: 'loads that ended the browser or the run' },
    },
  },
  samples: {
    title: 'Samples',
    row: 'a load of a page, warm-ups and failures included',
    key: ['id'],
    foreignKeys: [
      { columns: ['campaign_id', 'site'], table: 'campaign_sites', references: ['campaign_id', 'site'] },
    ],
    columns: {
      id: { type: 'integer', meaning: 'number of the load' },
      campaign_id: { type: 'integer', meaning: 'campaign' },
      site: { type: 'integer', meaning: 'number of the page within the campaign' },
      vantage: text('vantage point of the campaign'),
      arm: { type: 'code', meaning: 'protocol setting: http, h1, h2, h3, h3-altsvc or recorded' },
      round: { type: 'integer', meaning: 'round, from 0' },
      role: {
        type: 'code',
        meaning:
          'sample: of the schedule; warmup: first load of a browser; discovery: finds the origins to force; replaced: its round was taken again, since the machine was busy',
      },
      position: whole('position of the arm within the round; null: not of the schedule'),
      state: { type: 'code', meaning: 'valid, invalid (loaded, but no fair sample of its arm) or failed' },
      reason: { type: 'code', nullable: true, meaning: 'why it does not count (failures.md)' },
      detail: words('the reason in the words of the error, without paths of the machine'),
      attempt: { type: 'integer', unit: 'count', meaning: 'times it was begun' },
      repeat_no: {
        type: 'integer',
        unit: 'count',
        meaning: 'how often its round was taken before, and spoilt by a busy machine',
      },
      started_at: { type: 'instant', nullable: true, meaning: 'start of the load' },
      wall_ms: {
        type: 'number',
        unit: 'ms',
        nullable: true,
        meaning: 'length of the load by the clock of the program',
      },
      cpu_busy_fraction: share('share of the processors that was busy meanwhile'),
      cpu_other_fraction: share('share of the processors that other programs used'),
      browser_no: whole('number of the browser process within the campaign'),
      load_no: whole('number of the load within that process, from 1'),
      status: whole('HTTP status of the main document'),
      protocol: text('ALPN name of the protocol that the main document came by'),
      final_url: text('URL of the main document after redirects'),
      remote_address: text('address that the main document came from'),
      server: text('Server header of the main document'),
    },
  },
  sample_metrics: {
    title: 'Metrics of samples',
    row: 'a metric of a sample',
    key: ['sample_id', 'metric'],
    foreignKeys: [
      { columns: ['sample_id'], table: 'samples', references: ['id'] },
      { columns: ['metric'], table: 'metrics', references: ['metric'] },
    ],
    columns: {
      sample_id: { type: 'integer', meaning: 'number of the load' },
      metric: { type: 'code', meaning: 'name of the metric' },
      value: {
        type: 'number',
        nullable: true,
        meaning: 'in the unit of the metric; null: could not be measured',
      },
      note: text('why there is no value, or what to know of it'),
    },
  },
  metrics: {
    title: 'Definitions of metrics',
    row: 'a metric that samples can have',
    key: ['metric'],
    columns: {
      metric: { type: 'code', meaning: 'name of the metric' },
      unit: { type: 'code', meaning: 'ms, bytes, count, fraction or ratio' },
      label: { type: 'text', meaning: 'what figures call it' },
      definition: { type: 'text', meaning: 'how it is computed' },
    },
  },
} as const satisfies Readonly<Record<string, ReleaseTable>>
