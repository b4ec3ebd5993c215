import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.tools.ToolProvider;

/** javac for as many calls as come, until its input ends: warm_javac.py has what goes in and out. */
public class Compiles {
    public static void main(String[] none) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var in = new DataInputStream(new BufferedInputStream(System.in));
        var out = new DataOutputStream(new BufferedOutputStream(System.out));
        for (;;) {
            String[] arguments;
            try {
                arguments = new String[in.readInt()];
            } catch (EOFException gone) {
                return;
            }
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
            }
            var said = new ByteArrayOutputStream();
            out.writeInt(compiler.run(InputStream.nullInputStream(), said, said, arguments));
            out.flush();
        }
    }
}
