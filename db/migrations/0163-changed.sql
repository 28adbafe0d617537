-- What another system hears because a resident has moved is what it hears because an acknowledgement was undone, too.
update notification_steps set step = 'changed' where step = 'moved';
