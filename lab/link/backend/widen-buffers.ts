/** Some 3,600 full packets. */
const BUFFER_BYTES = 4_194_304

/**
 * A program for perl, in rattan's namespaces, whose argument is rattan's process id.
 *
 * What rattan reads its packets from holds some ninety full ones, and drops what comes faster than rattan gets to run,
 * which would be loss where the queue is not full. rattan has no setting for it, and the kernel one for the whole machine
 * alone; so the buffer of its sockets (AF_PACKET is 17) is set from outside: pidfd_open is the system call 434,
 * pidfd_getfd is 438, SO_DOMAIN 39, SO_RCVBUFFORCE 33; in a user namespace that is not allowed, and SO_RCVBUF (8) goes
 * as far as net.core.rmem_max of the machine.
 */
export const WIDEN_BUFFERS = `
my ($pid, $found) = ($ARGV[0], 0);
my $handle = syscall(434, $pid + 0, 0);
for my $fd (map { m{/(\\d+)$} } glob("/proc/$pid/fd/*")) {
  next unless (readlink("/proc/$pid/fd/$fd") // "") =~ /^socket:/;
  my $own = syscall(438, $handle, $fd + 0, 0);
  die "pidfd_getfd: $!" if $own < 0;
  open(my $socket, "+<&=", $own) or die "open: $!";
  next unless unpack("i", getsockopt($socket, 1, 39)) == 17;
  my $size = pack("i", ${BUFFER_BYTES});
  setsockopt($socket, 1, 33, $size) or setsockopt($socket, 1, 8, $size) or die "SO_RCVBUF: $!";
  $found++;
}
die "rattan has $found packet sockets" unless $found == 2;
`
