export { createNurseCallLines } from './nurse-call-lines.ts'
export { nurseCallReports } from './nurse-call-reports.ts'
export { nurseCallRoutes } from './routes.ts'
export { tendNurseCalls } from './tend-nurse-calls.ts'
