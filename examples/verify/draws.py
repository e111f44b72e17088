"""Numbers from the seed of a round. protocol/records.md, "Draws"."""

MASK_32, MASK_64 = 2**32 - 1, 2**64 - 1


class Draws:
    """`next` returns numbers of 64 bits."""

    def below(self, bound):
        """Nearly uniform in 0..bound-1."""
        return (self.next() >> 32) * bound >> 32


class SplitMix64(Draws):
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK_64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK_64
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK_64
        return z ^ z >> 31

    def mark(self):
        return self.state


class Stream(Draws):
    """A numbered stream of a secret seed."""

    def __init__(self, key, number):
        self.key, self.number, self.drawn, self.block = key, number, 0, []

    def next(self):
        word = 2 * (self.drawn % 8)
        if word == 0:
            self.block = chacha20(self.key, self.drawn // 8, (self.number, 0, 0))
        self.drawn += 1
        return self.block[word] | self.block[word + 1] << 32

    def mark(self):
        return self.drawn


class Seed:
    """The seed in the last line: 64 hexadecimal digits, or a decimal number in old rooms."""

    def __init__(self, text):
        self.is_secret = len(text) == 64
        self.key = bytes.fromhex(text) if self.is_secret else b""
        self.number = int.from_bytes(self.key[:8], "little") if self.is_secret else int(text)

    def generator(self):
        """For games that hide nothing."""
        return SplitMix64(self.number)

    def streams(self, count):
        """For games that hide something."""
        if self.is_secret:
            return [Stream(self.key, number) for number in range(count)]
        seeds = self.generator()
        return [SplitMix64(seeds.next()) for _ in range(count)]


def chacha20(key, counter, nonce):
    """The block function of RFC 8439, section 2.3: sixteen words."""
    words = [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *words, counter & MASK_32, *nonce]
    x = list(start)
    for _ in range(10):
        for i in range(4):
            quarter_round(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [a + b & MASK_32 for a, b in zip(x, start)]


def quarter_round(x, a, b, c, d):
    for to, add, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[to] = x[to] + x[add] & MASK_32
        word = x[turned] ^ x[to]
        x[turned] = (word << bits | word >> 32 - bits) & MASK_32
