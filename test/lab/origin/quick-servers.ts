import { SERVER_NAMES, SERVERS, type ServerName } from '../../../lab/origin/servers.ts'

const isStack = (name: ServerName): boolean => SERVERS[name].part.startsWith('stack-')

/** Servers that are there for all tests. */
export const quickServers = SERVER_NAMES.filter((name) => !isStack(name))

/** Those that are built or unpacked only where they are asked for, and tested where they are there. */
export const stackServers = SERVER_NAMES.filter(isStack)
