/** What Neotys printed of one server in 2013: users ramped from 1 to 1,000 over a page of 51 resources. */
export interface NeotysMeasure {
  /** `max_pages_per_s`, as its table is stored. */
  readonly name: string
  readonly http: number
  readonly https: number
  readonly spdy: number
}

export const NEOTYS_2013: readonly NeotysMeasure[] = [
  { name: 'max_pages_per_s', http: 16.3, https: 15.9, spdy: 98 },
  { name: 'max_pages_at_users', http: 120, https: 120, spdy: 777 },
  { name: 'page_response_at_100_users', http: 1.1, https: 1.3, spdy: 1.1 },
  { name: 'page_response_at_120_users', http: 1.4, https: 1.5, spdy: 1.1 },
  { name: 'page_response_at_200_users', http: 7.1, https: 7.8, spdy: 1.1 },
  { name: 'page_response_at_777_users', http: 70.2, https: 72, spdy: 2.7 },
  { name: 'first_error_at_users', http: 405, https: 225, spdy: 884 },
  { name: 'sla_3s_violated_at_users', http: 133, https: 133, spdy: 794 },
  { name: 'cpu_idle_at_88_users', http: 93.33, https: 91.5, spdy: 92 },
  { name: 'memory_added_between_minute_1_and_2', http: 59, https: 79, spdy: 24 },
]

/** The lab's page that is made after Neotys's. */
export const NEOTYS_PAGE = 'neotys'
