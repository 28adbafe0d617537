import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../shared/states.tsx'

export function NoSuchUser() {
  return (
    <Empty
      title={m.user_not_found()}
      action={
        <Button component={Link} to="/users/manage" variant="default">
          {m.user_show_all()}
        </Button>
      }
    >
      {m.user_not_found_help()}
    </Empty>
  )
}
