import { NEOTYS_2013, NEOTYS_MINUTE_USERS, type NeotysName } from '../model/neotys-2013.ts'
import type { LoadMeasure, LoadRule } from './load-rule.ts'
import { type Entry, type Paper, type Printed, type Unit, undecided } from './paper.ts'
import type { Expectation } from './rule.ts'

/** Decides by loads of the server that Neotys had. Its ramp of 20 minutes, three times under each arm, would take two hours. */
const BY_APACHE = {
  plan: 'neotys',
  server: 'apache',
  as: 'ratio',
  but: 'As many users, but within 170 s',
} as const

/** A measure of HTTP/2 over that of HTTP/1.1. */
function ratio(measure: LoadMeasure, expects: Expectation): LoadRule {
  return { ...BY_APACHE, of: { arm: 'spdy', measure }, over: { arm: 'h1', measure }, expects }
}

/** A row of its tables, over the three protocols. */
function printed(name: NeotysName, unit: Unit): Printed[] {
  const { label, http, https, spdy } = NEOTYS_2013.find((row) => row.name === name) ?? {}
  const values = { HTTP: http, HTTPS: https, SPDY: spdy }
  return Object.entries(values).flatMap(([protocol, value]): Printed[] =>
    value === undefined ? [] : [[value, unit, `${label}, ${protocol}`]],
  )
}

const ENTRIES: readonly Entry[] = [
  {
    id: 'setup-server',
    place: 'Test Configuration Details',
    says: 'Apache with the worker MPM and up to 600 threads in processes of 50, on a Core i3 with 4 GB; SPDY by mod-spdy with 30 threads a process and 100 streams.',
    condition: 'Apache 2.2.15, CentOS 6.3',
    printed: [
      [600, 'threads', 'most'],
      [50, 'threads', 'a process'],
      [30, 'threads', 'of SPDY, a process'],
      [100, 'streams', 'at once in a connection'],
    ],
    decision: undecided('It is a setting; the plan `neotys` has the MPM and its threads, in one process.'),
  },
  {
    id: 'setup-page',
    place: 'Test Configuration Details',
    says: 'One page: HTML and 50 PNG icons of 32 by 32 pixels, all from one server.',
    condition: null,
    printed: [
      [9.5, 'kB', 'HTML'],
      [50, 'requests', 'icons'],
    ],
    decision: undecided(
      'It is a setting; the page `neotys` has it, with 2 kB for each icon, whose bytes are not printed.',
    ),
  },
  {
    id: 'setup-load',
    place: 'Test Configuration Details',
    says: 'Users ramped over 20 minutes, each with six connections, a page and a pause; latency by direction; HTTP in clear text, HTTPS and SPDY alike.',
    condition: 'NeoLoad 4.1.2, figures over 30 s',
    printed: [
      [1000, 'users', 'at the end of the ramp'],
      [1200, 's', 'ramp'],
      [5, 's', 'pause'],
      [6, 'connections', 'a user'],
      [40, 'ms', 'latency down'],
      [45, 'ms', 'latency up'],
    ],
    decision: undecided('It is a setting; the plan `neotys` has it.'),
  },
  {
    id: 'plot-http',
    place: 'Results and Analysis, first plot',
    says: 'Over HTTP the rate of pages stops growing at 120 users after three minutes, when response times begin to; errors come later.',
    condition: 'HTTP',
    printed: [
      [16, 'pages/s', 'most'],
      [827, 'requests/s', 'most'],
      [120, 'users', 'at the most'],
      [405, 'users', 'at the first error'],
    ],
    decision: {
      ...BY_APACHE,
      of: { arm: 'http', measure: { is: 'users at the first error' } },
      over: { arm: 'http', measure: { is: 'users at the highest rate' } },
      expects: { atLeast: 1.5 },
    },
  },
  {
    id: 'table-rate',
    place: 'Results and Analysis, table, first row',
    says: 'SPDY’s highest rate of pages is six times that of HTTP and HTTPS, with over six times as many users.',
    condition: null,
    printed: [...printed('max_pages_per_s', 'pages/s'), ...printed('max_pages_at_users', 'users')],
    decision: ratio({ is: 'highest rate' }, { atLeast: 3 }),
  },
  {
    id: 'table-response',
    place: 'Results and Analysis, table, rows 2 to 5',
    says: 'Page response times part above 120 users: SPDY’s hold out, the others’ are many times as long.',
    condition: '100, 120, 200 and 777 users',
    printed: [
      ...printed('page_response_at_100_users', 's'),
      ...printed('page_response_at_120_users', 's'),
      ...printed('page_response_at_200_users', 's'),
      ...printed('page_response_at_777_users', 's'),
    ],
    decision: ratio({ is: 'median page time', users: 777 }, { atMost: 0.2 }),
  },
  {
    id: 'table-error',
    place: 'Results and Analysis, table, row 6',
    says: 'First errors come latest with SPDY, soonest with HTTPS.',
    condition: null,
    printed: printed('first_error_at_users', 'users'),
    decision: ratio({ is: 'users at the first error' }, { atLeast: 1.5 }),
  },
  {
    id: 'table-sla',
    place: 'Results and Analysis, table, last row',
    says: 'Before pages take longer than 3 s, SPDY holds nearly six times as many users.',
    condition: 'limit of 3 s',
    printed: printed('sla_3s_violated_at_users', 'users'),
    decision: ratio({ is: 'users at the limit' }, { atLeast: 3 }),
  },
  {
    id: 'plot-workers-http',
    place: 'More Users With Fewer Workers, first plot',
    says: 'Over HTTP all workers are busy from the moment at which the rate is highest: threads are what is short.',
    condition: 'HTTP',
    printed: [],
    decision: {
      ...BY_APACHE,
      of: { arm: 'http', measure: { is: 'users at which all workers are busy' } },
      over: { arm: 'http', measure: { is: 'users at the highest rate' } },
      expects: { between: [0.8, 1.25] },
    },
  },
  {
    id: 'plot-workers-spdy',
    place: 'More Users With Fewer Workers, second plot',
    says: 'A user of SPDY takes one worker in place of six, so that they are all busy much later.',
    condition: 'SPDY',
    printed: [
      [1, 'connections', 'a user, SPDY'],
      [6, 'connections', 'a user, HTTP'],
    ],
    decision: ratio({ is: 'users at which all workers are busy' }, { atLeast: 3 }),
  },
  {
    id: 'plot-cpu',
    place: 'Server CPU and Memory Consumption, first plot',
    says: 'With SPDY the processor is busier, as more pages are served, until after some 11 minutes all workers are busy.',
    condition: 'whole ramp',
    printed: [[660, 's', 'until all workers are busy, SPDY, about']],
    decision: undecided(
      'It follows from the rates; what a page costs is decided by the table of idle times.',
    ),
  },
  {
    id: 'table-cpu',
    place: 'Server CPU and Memory Consumption, table of idle times',
    says: 'At equal load idle times are alike: SPDY takes a little less processor than HTTPS and a little more than HTTP.',
    condition: 'after 2 minutes',
    printed: [
      ...printed('cpu_idle_at_88_users', '%'),
      [88, 'users', 'after two minutes; an even ramp has 101'],
      [12.5, 'pages/s', 'at that time'],
    ],
    decision: {
      ...ratio({ is: 'share of the processor', users: 88 }, { between: [-5, 5] }),
      as: 'difference',
    },
  },
  {
    id: 'plot-memory',
    place: 'Server CPU and Memory Consumption, second plot',
    says: 'Memory of the machine over the whole ramp under the three protocols.',
    condition: 'whole ramp',
    printed: [],
    decision: undecided('Its curve is of the whole machine; ours is of the server’s processes.'),
  },
  {
    id: 'table-memory',
    place: 'Server CPU and Memory Consumption, table of memory',
    says: 'From the first minute to the second SPDY takes less than half of what HTTP takes, and less than a third of HTTPS.',
    condition: 'before all workers are busy',
    printed: [
      ...printed('memory_added_between_minute_1_and_2', 'MB'),
      [41, '%', 'SPDY of HTTP'],
      [30, '%', 'SPDY of HTTPS'],
    ],
    decision: ratio({ is: 'memory added', users: NEOTYS_MINUTE_USERS }, { atMost: 0.7 }),
  },
]

/** Neotys' load test of a server with SPDY. Its tables and plots have no numbers. */
export const NEOTYS_PAPER: Paper = {
  id: 'neotys',
  name: 'Neotys 2013',
  title: 'Evaluating the Performance of SPDY-enabled Web Servers',
  authors: ['Neotys'],
  published: 'Neotys, weblog, before its first comments of July',
  year: 2013,
  read: true,
  figures: [],
  tables: [],
  sections: [],
  entries: ENTRIES,
}
