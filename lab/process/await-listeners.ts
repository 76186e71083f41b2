/**
 * A program for inside the servers' namespace: waits until everything of the list on standard input listens, then ends. The
 * list is lines of `tcp ADDRESS PORT` and `udp ADDRESS PORT`; whoever started this program sets the limit.
 */
import { text } from 'node:stream/consumers'
import { untilBound } from './bound-sockets.ts'

await untilBound((await text(process.stdin)).split('\n').filter((line) => line !== ''))
