import { column, orNull } from './column.ts'
import { type FigureAnswer, figure } from './figure.ts'
import { busyColumns, errorColumn, loadColumns, pageTimeColumns } from './load-columns.ts'
import { pageOf } from './paging.ts'

export const loadSeconds = figure({
  name: 'loadSeconds',
  title: 'Loads, second by second',
  description: 'What page users and server did, a row a second',
  head: { loadRunId: column('count', 'load run'), ...pageOf('Seconds') },
  columns: {
    ...loadColumns,
    second: column('count', 'second', 'From 0'),
    atMs: column('number', 'at', 'Its end, from the start of the load', { unit: 'ms' }),
    lengthMs: column('number', 'length', null, { unit: 'ms' }),
    users: column('count', 'users'),
    pagesStarted: column('count', 'pages started'),
    pagesDone: column('count', 'pages done'),
    pagesFailed: column('count', 'pages failed'),
    ...pageTimeColumns,
    answers: column('count', 'answers'),
    bodyBytes: column('count', 'bytes of bodies', 'Of bodies of answers'),
    connectionsOpened: column('count', 'connections opened'),
    sessionsResumed: orNull(
      column('count', 'sessions resumed', 'Null: unknown, as of HTTP/3 and in clear text'),
    ),
    lateMs: column('number', 'late', 'How late a page started, at most', { unit: 'ms' }),
    clientCpuMs: column('number', 'client CPU', 'Of the load program', { unit: 'ms' }),
    clientRssBytes: orNull(column('count', 'client memory')),
    ...busyColumns,
    serverProcesses: orNull(column('count', 'processes', 'Null: it had none')),
    serverThreads: orNull(column('count', 'threads')),
    serverCpuTotalMs: orNull(column('number', 'server CPU', 'Since its processes started', { unit: 'ms' })),
    serverRssBytes: orNull(column('count', 'server memory')),
    serverPssBytes: orNull(
      column('count', 'server memory, shared pages divided', 'Memory, shared pages divided'),
    ),
    serverTcpSockets: orNull(column('count', 'TCP sockets')),
    serverUdpSockets: orNull(column('count', 'UDP sockets')),
    serverBusyWorkers: orNull(column('count', 'busy workers')),
    errors: errorColumn,
  },
  order: 'By load, then by second',
})

export type LoadSeconds = FigureAnswer<typeof loadSeconds>
