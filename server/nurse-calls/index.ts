export { createNurseCallLines } from './nurse-call-lines.ts'
export { nurseCallRoutes } from './routes.ts'
export { tendNurseCalls } from './tend-nurse-calls.ts'
