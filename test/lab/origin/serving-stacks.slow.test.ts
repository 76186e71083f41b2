import { stackServers } from './quick-servers.ts'
import { testServing } from './serves-files.ts'

for (const name of stackServers) testServing(name)
