/** A program for inside the servers' namespace: the echo on the address that is its argument. Says `listening`. */
import { serveEcho } from './echo.ts'

serveEcho(process.argv[2] ?? '').on('listening', () => process.stdout.write('listening\n'))
