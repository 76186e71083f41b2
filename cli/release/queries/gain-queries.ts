import {
  FIRST_SITE,
  MEDIAN_RANKS,
  OPENING_CAMPAIGN,
  QUANTILES,
  type ReleaseQuery,
  SAMPLES_WITH_VALUES,
  VALID_VALUES,
} from './query.ts'

/** Rounds in which arm and baseline both have a value, as medians of each page. Needs the variables metric and baseline. */
export const GAINS_BY_PAGE = `loads AS (
  SELECT campaign_id, site, arm, round, value FROM ${SAMPLES_WITH_VALUES}
  WHERE ${VALID_VALUES} AND metric = getvariable('metric')
), pairs AS (
  SELECT arms.campaign_id, arms.site, arms.arm, list_sort(list(base.value)) AS base_values, list_sort(list(arms.value)) AS arm_values
  FROM loads AS arms JOIN loads AS base USING (campaign_id, site, round)
  WHERE base.arm = getvariable('baseline') AND arms.arm <> base.arm GROUP BY ALL
), gains AS (
  SELECT campaign_id, site, arm, len(arm_values) AS n, middle(base_values) AS baseline_median,
    middle(arm_values) AS arm_median, middle(base_values) / middle(arm_values) AS gain
  FROM pairs WHERE base_values[1] > 0 AND arm_values[1] > 0
)`

export const CHOICES = `SET VARIABLE metric = 'plt_ms';
SET VARIABLE baseline = 'h1';`

export const GAIN_QUERIES: readonly ReleaseQuery[] = [
  {
    name: 'ranking',
    figure: 'Overview and sites: gain of every arm at every page of a campaign',
    sql: `${OPENING_CAMPAIGN}
${CHOICES}
${QUANTILES}
WITH ${GAINS_BY_PAGE}
SELECT campaign_id, site, vantage, domain, rank, arm, n, baseline_median, arm_median, gain
FROM gains JOIN 'parquet/campaign_sites.parquet' AS pages USING (campaign_id, site)
WHERE campaign_id = getvariable('campaign') ORDER BY arm, gain DESC, domain;
`,
  },
  {
    name: 'gain-summary',
    figure:
      'Overview: median gain and saving of every arm over the pages of a campaign, with their intervals',
    sql: `${OPENING_CAMPAIGN}
${CHOICES}
${QUANTILES}
${MEDIAN_RANKS}
WITH ${GAINS_BY_PAGE}, sorted AS (
  SELECT campaign_id, arm, count(*) AS n, list_sort(list(gain)) AS gains,
    list_sort(list(baseline_median - arm_median)) AS savings
  FROM gains WHERE campaign_id = getvariable('campaign') GROUP BY ALL
), ranked AS (SELECT *, low_rank(n) AS low FROM sorted)
SELECT campaign_id, vantage, arm, n, quantile_7(gains, 0.5) AS median_gain,
  gains[low] AS median_gain_low, gains[n + 1 - low] AS median_gain_high,
  quantile_7(savings, 0.5) AS median_saved, savings[low] AS median_saved_low, savings[n + 1 - low] AS median_saved_high,
  list_sum(gains) / n AS mean, exp(list_sum(list_transform(gains, lambda gain: ln(gain))) / n) AS geometric_mean,
  len(list_filter(gains, lambda gain: gain >= 1)) AS at_least_one,
  len(list_filter(gains, lambda gain: gain >= 2)) AS at_least_two
FROM ranked JOIN 'parquet/campaigns.parquet' AS campaigns ON campaigns.id = campaign_id ORDER BY arm;
`,
  },
  {
    name: 'comparisons',
    figure: 'Site: every arm against the baseline at one page (gain, reductions of means and of medians)',
    sql: `${OPENING_CAMPAIGN}
${FIRST_SITE}
${CHOICES}
${QUANTILES}
WITH ${GAINS_BY_PAGE}, sums AS (
  SELECT campaign_id, site, arms.arm, list_reduce(list(base.value ORDER BY round), lambda a, b: a + b) AS base_sum,
    list_reduce(list(arms.value ORDER BY round), lambda a, b: a + b) AS arm_sum
  FROM loads AS arms JOIN loads AS base USING (campaign_id, site, round)
  WHERE base.arm = getvariable('baseline') AND arms.arm <> base.arm GROUP BY ALL
)
SELECT campaign_id, site, vantage, arm, n, baseline_median, arm_median, gain,
  100 * (1 - arm_sum / base_sum) AS reduction_of_means_percent,
  100 * (1 - arm_median / baseline_median) AS reduction_of_medians_percent
FROM gains JOIN sums USING (campaign_id, site, arm) JOIN 'parquet/campaign_sites.parquet' AS pages USING (campaign_id, site)
WHERE campaign_id = getvariable('campaign') AND site = getvariable('site') ORDER BY arm;
`,
  },
  {
    name: 'vantage-gains',
    figure:
      'Site: gain of every arm from each vantage point, and divided by that from the first of them by name',
    sql: `${OPENING_CAMPAIGN}
${FIRST_SITE}
SET VARIABLE domain = (SELECT domain FROM 'parquet/campaign_sites.parquet'
  WHERE campaign_id = getvariable('campaign') AND site = getvariable('site'));
${CHOICES}
${QUANTILES}
WITH ${GAINS_BY_PAGE}, pages AS (
  SELECT campaign_id, site, pages.vantage, row_number() OVER (ORDER BY campaign_id DESC, site) AS place,
    json_object('url', url, 'sandbox', sandbox, 'source', source, 'device', device, 'browser', browser_kind,
      'link', link::JSON -> '$.condition', 'filmstrips', coalesce((options ->> 'filmstrip') = 'true', false))::VARCHAR AS conditions
  FROM 'parquet/campaign_sites.parquet' AS pages JOIN 'parquet/campaigns.parquet' AS campaigns ON campaigns.id = campaign_id
  WHERE lab_run_id IS NULL AND domain = getvariable('domain')
), seen AS (
  SELECT * FROM pages WHERE place <= 50 AND conditions = (SELECT conditions FROM pages WHERE place = 1)
  QUALIFY row_number() OVER (PARTITION BY vantage ORDER BY place) = 1
), base AS (
  SELECT arm, campaign_id AS reference_id, gain AS reference_gain FROM gains
  JOIN (FROM seen ORDER BY coalesce(vantage, '') LIMIT 1) USING (campaign_id, site)
)
SELECT getvariable('domain') AS domain, arm, vantage, campaign_id, site, n, baseline_median, arm_median, gain,
  CASE WHEN campaign_id <> reference_id THEN gain / reference_gain END AS ratio
FROM gains JOIN seen USING (campaign_id, site) LEFT JOIN base USING (arm) ORDER BY arm, coalesce(vantage, '');
`,
  },
]
