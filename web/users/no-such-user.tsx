import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../shared/states.tsx'

export function NoSuchUser() {
  return (
    <Empty
      title="There is no such user"
      action={
        <Button component={Link} to="/users/manage" variant="default">
          To the users
        </Button>
      }
    >
      The user was deleted, or the link is wrong.
    </Empty>
  )
}
