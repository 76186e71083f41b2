import { PORTS_PAGE, testHardPages } from './hard-pages.ts'

testHardPages([PORTS_PAGE])
