import { quickServers } from './quick-servers.ts'
import { testServing } from './serves-files.ts'

for (const name of quickServers) testServing(name)
