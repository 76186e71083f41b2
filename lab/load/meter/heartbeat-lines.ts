/**
 * A program for inside the client's namespace: `heartbeat-lines.ts PORT` writes `listening` and then what is sent to this
 * port of UDP, a line each, until its standard input ends.
 */
import { createSocket } from 'node:dgram'

const socket = createSocket('udp4', (message) => process.stdout.write(`${message}\n`))
socket.bind(Number(process.argv[2]), () => process.stdout.write('listening\n'))
process.stdin.on('end', () => socket.close()).resume()
