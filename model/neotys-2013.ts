/** Neotys' printed measures of one server in 2013: users ramped from 1 to 1,000 over 51 resources (neotys:table-rate and on). */
interface NeotysMeasure {
  /** `max_pages_per_s`, as its table is stored. */
  readonly name: NeotysName
  readonly label: string
  /** Is null where the label says it. */
  readonly unit: string | null
  readonly http: number
  readonly https: number
  readonly spdy: number
}

export type NeotysName =
  | 'max_pages_per_s'
  | 'max_pages_at_users'
  | 'page_response_at_100_users'
  | 'page_response_at_120_users'
  | 'page_response_at_200_users'
  | 'page_response_at_777_users'
  | 'first_error_at_users'
  | 'sla_3s_violated_at_users'
  | 'cpu_idle_at_88_users'
  | 'memory_added_between_minute_1_and_2'

type Printed = readonly [http: number, https: number, spdy: number]

export const NEOTYS_2013: readonly NeotysMeasure[] = [
  measure('max_pages_per_s', 'highest rate', 'pages/s', [16.3, 15.9, 98]),
  measure('max_pages_at_users', 'users at the highest rate', null, [120, 120, 777]),
  measure('page_response_at_100_users', 'page time at 100 users', 's', [1.1, 1.3, 1.1]),
  measure('page_response_at_120_users', 'page time at 120 users', 's', [1.4, 1.5, 1.1]),
  measure('page_response_at_200_users', 'page time at 200 users', 's', [7.1, 7.8, 1.1]),
  measure('page_response_at_777_users', 'page time at 777 users', 's', [70.2, 72, 2.7]),
  measure('first_error_at_users', 'users at first error', null, [405, 225, 884]),
  measure('sla_3s_violated_at_users', 'users at the limit of 3 s', null, [133, 133, 794]),
  measure('cpu_idle_at_88_users', 'CPU idle at 88 users', '%', [93.33, 91.5, 92]),
  measure('memory_added_between_minute_1_and_2', 'memory added from minute 1 to 2', 'MB', [59, 79, 24]),
]

function measure(
  name: NeotysName,
  label: string,
  unit: string | null,
  [http, https, spdy]: Printed,
): NeotysMeasure {
  return { name, label, unit, http, https, spdy }
}

/** Users after one and two minutes of an even ramp to 1,000 in 20 minutes. The document has 88 after two (neotys:table-cpu). */
export const NEOTYS_MINUTE_USERS = [51, 101] as const

/** The limit that its users were counted up to. */
export const NEOTYS_LIMIT_MS = 3_000

/** The lab's page that is made after Neotys's. */
export const NEOTYS_PAGE = 'neotys'
