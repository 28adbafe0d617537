import { m } from '@eupnea/texts'
import { Missing } from '../shared/missing.tsx'

export const NoSuchUser = () => (
  <Missing title={m.user_not_found()} to="/users/manage" back={m.user_show_all()}>
    {m.user_not_found_help()}
  </Missing>
)
